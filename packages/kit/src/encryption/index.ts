export { createKeyring, decryptSecret, encryptSecret, type Keyring } from "./encryption.js";
