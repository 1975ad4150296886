import { describePages } from "../support/describe-pages.js";

describePages("en");
