/** The icon of the server, 96 × 96 pixels. PNG is the type that every client with icons shows. */
export const iconBytes = Buffer.from(
  [
    "iVBORw0KGgoAAAANSUhEUgAAAGAAAABgAgMAAACf9p+rAAAACVBMVEUAAAAfTnn///+AqXaiAAAAAXRSTlMAQObYZgAAAKJJREFU",
    "eNrtlssNgCAQRPFgCfRjCR5ci7AfS/CAVSqBqMiMkcQPB96RF5Yse9hRaqWWgFZ5tJzo3HktES2+4K9UAmhwJVdLI2FrCeRCVFg0",
    "+G37errQWHSfCCHkIPp5YwzEsAtzT8wH8hHpfdAvKRMsE3xvgiYWQ9DDHeG7nvIS6X3QL8ltgr8ulgcXJF3C6fucRwMaJmj8oIGF",
    "RxwainCMWgDK71dMLWP9ugAAAABJRU5ErkJggg==",
  ].join(""),
  "base64",
);
