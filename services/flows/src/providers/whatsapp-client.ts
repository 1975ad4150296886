import { decryptSecret, type Keyring } from "@tenant-ops/kit/encryption";
import type { EgressClient } from "@tenant-ops/kit/egress";
import { toSecretOwner, type WhatsAppProvider } from "./providers.rules.js";
import { readSendAnswer, type SendResult } from "./whatsapp-errors.rules.js";

const answerBytesMax = 64 * 1024;

/** Sends a one-time code. @param phone in E.164, such as +525512345678. Never throws for what WhatsApp answers. */
export type SendWhatsAppCode = (
  businessId: string,
  provider: WhatsAppProvider,
  phone: string,
  code: string,
) => Promise<SendResult>;

interface Options {
  egress: EgressClient;
  keyring: Keyring;
  /** The setting WHATSAPP_API_URL. */
  apiUrl: string;
}

/** @see https://developers.facebook.com/docs/whatsapp/cloud-api/guides/send-message-templates/auth-otp-template-messages */
export function createWhatsAppClient({ egress, keyring, apiUrl }: Options): SendWhatsAppCode {
  return async (businessId, { phoneNumberId, accessToken, templateName, templateLanguage }, phone, code) => {
    const token = decryptSecret(keyring, accessToken, toSecretOwner(businessId, "whatsapp"));
    const parameters = [{ type: "text", text: code }];
    const answer = await egress.request({
      url: `${apiUrl}/${phoneNumberId}/messages`,
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: JSON.stringify({
        messaging_product: "whatsapp",
        recipient_type: "individual",
        to: phone.replace("+", ""),
        type: "template",
        template: {
          name: templateName,
          language: { code: templateLanguage },
          // The documented request has the code twice: in the text, and for the button that copies it.
          components: [
            { type: "body", parameters },
            { type: "button", sub_type: "url", index: "0", parameters },
          ],
        },
      }),
      bodyBytesMax: answerBytesMax,
    });
    return readSendAnswer(answer);
  };
}
