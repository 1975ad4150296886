export {
  describeSettings,
  parseEntries,
  port,
  readConfig,
  secret,
  secretBytes,
  secretBytesList,
  type SettingDescription,
  wholeNumber,
} from "./config.js";
export { signingKey } from "./signing-key.js";
