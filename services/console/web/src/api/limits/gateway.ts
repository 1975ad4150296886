// Written by `npm run generate` from the routes of rest/src. Do not edit.
// One export per operation, so that a page loads only those of its forms.

