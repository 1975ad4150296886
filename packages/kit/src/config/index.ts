export {
  describeSettings,
  port,
  readConfig,
  secret,
  secretBytes,
  type SettingDescription,
  wholeNumber,
} from "./config.js";
