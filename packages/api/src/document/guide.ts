/** The lasting facts of the interface, as Markdown: the document's description begins with them. */
export const guide = `The service turns an intent into calldata for a vault's Manager, with merkle proofs, and reads what a tenant's vaults are worth, earn and permit.

## Workflow

1. List the actions that a strategist's active tree permits.
2. Read the constraints of an action whose parameters are correlated (\`has_constraints\`).
3. Build one action, or an atomic batch.
4. Decode and simulate the calldata yourself. The answer is not proof of its own correctness.
5. Sign and send \`encoded_tx_data\` to \`target\` with value 0, from the strategist address of the request: the Manager reverts for every other sender.

## Conventions

- JSON only. Keys are \`snake_case\`, times ISO-8601 in UTC, paths without a slash at the end, slugs of chains in lower case.
- Addresses are EIP-55 in answers. Requests take them in lower case or with a right checksum.
- Amounts in requests are in display units of the token. Exact decimals are strings; write a number that a double does not hold as a string.
- An unknown value is null, never zero.
- \`explain=true\` on daily data and performance adds a \`receipt\`: what the values were computed from, with the reason of every null.
- Lists answer \`{data, page}\`. A cursor is opaque and belongs to its query.
- \`links\` are resource paths: put \`/v1\` before them.

## Authentication

\`Authorization: Bearer <API_KEY>\` with every request under \`/v1\`. The tenant follows from the key. The answer for another tenant's data is that for data that does not exist.

| role | may |
|---|---|
| \`viewer\` | read everything of the tenant, list actions and constraints |
| \`strategist\` | and build |
| \`curator\` | and push trees |
| \`admin\` | and administer users, keys and vaults |

## Errors

| status | body |
|---|---|
| 401, 403 | \`{message}\` |
| 429 | builder \`{message, retry_after}\`, else \`{error}\` with \`details.retry_after\` |
| 422 | \`{detail: [{loc, msg, type}]}\`; some operations add their own \`{error}\` |
| other, builder | \`{detail}\`: a text, or \`{error, details}\` |
| other | \`{error: {code, message, details}}\` |

Any path may also answer 404 \`not_found\` (no such path), 405 \`method_not_allowed\` with \`Allow\`, 400 \`bad_request\`, 408 \`request_timeout\`, 414 \`uri_too_long\` and 431 \`headers_too_large\`, in the envelope of its area.

A build whose simulation failed is a 200 that carries \`error\` and \`details\`: look at \`simulation_status\`. \`simulator_simulation_url\` leads to a page that anyone with the link can read until it expires; with \`.json\` behind it, to the same as data. Statuses 5xx are safe to send again.

## Limits

60 requests a minute for each key unless the key has its own limit; \`RateLimit-*\` has the requests left. Bodies have 1 MiB at most, pushed trees 32 MiB, batches 50 actions, pages 100 entries. An answer comes within 30 seconds unless it simulates: \`skip_sim\` makes builds fast.

## Versions

Every path begins with \`/v1\`. New operations and new optional fields may come at any time. Operations and fields are marked as deprecated at least 30 days before they go, here and by a \`Deprecation\` header.
`
