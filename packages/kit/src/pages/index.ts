export { type PageCookie, readCookie, readCookies, setCookie, toCookieName } from "./cookies.js";
export { acceptFormsOnly, formBytesMax, getForm } from "./page-requests.js";
export { createPageHeaders, htmlType, type PagePolicy } from "./headers.js";
export { chooseLanguage, counted, getCountryLanguage, type Language, languages } from "./texts.js";
export { type MessageView, type PageView, renderMessagePage, renderPage } from "./layout.js";
export { passParameter, type VisitorDetails } from "./cookies.js";
export { createPageCall, getPagePath, getQueryText, readPageId } from "./page-requests.js";
export { createPassIssuer, type IssuePass } from "./pass-issuer.js";
export {
  forbidIndexing,
  getVisitorLanguage,
  type PagesOptions,
  registerPages,
  sendBadPassPage,
  sendEndedPage,
  sendMissingPage,
  sendPage,
} from "./register-pages.js";
export { keepsForm, type RefusedPageOptions, sendRefusedPage } from "./refused-page.js";
export { createPageStyle, type PageStyle } from "./layout.js";
export { type MessageTexts, sharedTexts } from "./texts.js";
export {
  pageVisitorLife,
  registrationRole,
  toRegistrationCopy,
  type Visitor,
  visitorIndexes,
  type VisitorRegistration,
} from "./visitors.store.js";
export { createPageVisitors, type PageVisitors, type Redemption } from "./visitors.js";
