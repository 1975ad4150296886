export { createKeyring, decryptSecret, encryptSecret, getCurrentKeyId, type Keyring, readKeyId } from "./encryption.js";
