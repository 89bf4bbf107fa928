import type { Operation } from '@vaultwright/wire'
import { type JsonObject, jsonOf, makeShelf, sortKeys } from './component.ts'
import { operationObjectOf, type TagName, tagOf } from './operation-object.ts'

/** The parts of a document. */
export type DocumentSource = {
  /** Everything that may be asked, by name. */
  readonly operations: Readonly<Record<string, Operation>>
  /** The URL of the service for callers, without a slash at the end; null for the origin of the document. */
  readonly publicUrl: string | null
  /** Of the description, `1.0.0`. */
  readonly version: string
}

const tags: Readonly<Record<TagName, string>> = {
  'Transaction builder':
    'From an intent to calldata for the Manager of a vault, with proofs, or to an unsigned transaction of Solana. Build only: you decode, simulate, sign and send.',
  Swaps:
    'Every way that a tree permits to swap, measured by executing it, bounded by the prices of the vault; market transactions and limit orders. Our choice in every shape.',
  'Queues of Safes':
    'Transactions that wait for the owners of a Safe that is a strategist: judged, never believed. Our choice in every shape.',
  Teams:
    "The tenant's names of its own accounts, which change no verdict, and signed reviews. Our choice in every shape.",
  'Vault data': "The tenant's vaults: snapshots, daily series, yield, roots and trees.",
  Administration: "The tenant's users, keys, vaults and log; for keys of the role `admin`.",
}

const count = { type: 'integer', minimum: 0 } as const

/** Headers of answers, by name. */
const headers: JsonObject = {
  'Cache-Control': {
    description:
      'How long the caller may keep the answer: a tree on chain never changes, a pending one is asked for anew',
    schema: { type: 'string', examples: ['private, max-age=31536000, immutable'] },
  },
  Deprecation: {
    description:
      'The operation is going to go: since when, in Unix seconds after `@`; `Link` names what replaces it and `Sunset` the day',
    schema: { type: 'string', examples: ['@1796083200'] },
  },
  ETag: {
    description: 'Of the body; send it back as `If-None-Match`',
    schema: { type: 'string' },
  },
  'RateLimit-Limit': { description: 'Requests a minute', schema: count },
  'RateLimit-Policy': {
    description: 'The limit and its window in seconds',
    schema: { type: 'string', examples: ['60;w=60'] },
  },
  'RateLimit-Remaining': {
    description: 'How many more may be asked now: the limit less those of the last 60 seconds',
    schema: count,
  },
  'RateLimit-Reset': {
    description:
      'Seconds until the oldest of the last 60 seconds no longer counts, so one more may be asked',
    schema: count,
  },
  'Retry-After': {
    description: 'Whole seconds to wait before the next try',
    schema: { type: 'integer', minimum: 1 },
  },
  'WWW-Authenticate': {
    description: 'How to authenticate',
    schema: { type: 'string', examples: ['Bearer'] },
  },
  'X-Request-Id': {
    description: 'Names the request in our logs; tell it when you ask about an answer',
    schema: { type: 'string' },
  },
}

/** The lasting facts of the interface, as Markdown: the document's description begins with them. */
export const guide = `The service turns an intent into calldata for a vault's Manager, with merkle proofs, or into a transaction for a vault on Solana, and reads what a tenant's vaults are worth, earn and permit.

## Workflow

1. List the actions that a strategist's active tree permits.
2. Read the constraints of an action whose parameters are correlated (\`has_constraints\`).
3. Build one action, or an atomic batch.
4. Decode and simulate the calldata yourself: the answer does not prove itself.
5. Sign and send \`encoded_tx_data\` to \`target\` with value 0, from the strategist of the request: the Manager reverts for every other sender.

To swap: list the routes of the tree, quote, and build the market transaction of the quote before it expires. It is measured again at the newest block, and demands at least what the vault's policy does.

## Solana

With \`solana\` as the chain, the same paths serve vaults of the Solana program. Addresses are base58, and their letter case counts: a text in another case is another address or none. A permission is a digest account on chain; the manifest lists those that exist now, so it needs a node. A build answers \`serialized_transaction_base64\`: an unsigned transaction with the strategist as fee payer, \`recent_blockhash\` and \`last_valid_block_height\`. Decode it, recompute every \`cpi_digest\`, sign and send it. \`options\` chooses the version, the priority fee, lookup tables and a durable nonce. 400 \`digest_missing\` holds the instruction with which the vault's authority would permit the call. Compute units stand in \`simulation_gas_used\`, the fee in \`simulation_fee_lamports\`.

## Conventions

- JSON only. Keys are \`snake_case\`, times ISO-8601 in UTC, paths without a slash at the end, slugs of chains in lower case.
- Addresses of EVM chains are EIP-55 in answers. Requests take them in lower case or with a right checksum.
- Amounts in requests are in display units of the token. Exact decimals are strings; write a number that a double does not hold as a string.
- An unknown value is null, never zero.
- \`explain=true\` on daily data and performance adds a \`receipt\`: what the values were computed from, with the reason of every null.
- Lists answer \`{data, page}\`. A cursor is opaque and belongs to its query.
- \`links\` are resource paths: put \`/v1\` before them.

## Authentication

\`Authorization: Bearer <API_KEY>\` with every request under \`/v1\`. The tenant follows from the key. Another tenant's data is answered as data that does not exist.

| role | may |
|---|---|
| \`viewer\` | read everything of the tenant, list actions and constraints |
| \`strategist\` | and build |
| \`curator\` | and push trees, and name accounts |
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

A build whose simulation failed is a 200 that carries \`error\` and \`details\`: look at \`simulation_status\`. \`simulator_simulation_url\` leads to a page that anyone with the link can read until it expires; with \`.json\` behind it, as data. With \`simulation_proof\` the result follows from a block's hash: \`/witness\` behind the page's address gives what anyone runs it again with, offline, and \`/state\` what it read, as the newest block has it. Take the hash from another source than this service. 5xx are safe to send again.

## Limits

60 requests a minute for each key unless the key has its own limit; \`RateLimit-*\` has the requests left. Bodies have 1 MiB at most, pushed trees 32 MiB, batches 50 actions, pages 100 entries. Four quotes run at once, three of a tenant, 10 seconds each at most; 32 more of a tenant wait their turn for up to 10 seconds; more are a 503. An answer comes within 30 seconds unless it simulates: \`skip_sim\` makes builds fast.

## Versions

Every path begins with \`/v1\`. New operations and new optional fields may come at any time. Operations and fields are marked as deprecated at least 30 days before they go, here and by a \`Deprecation\` header.
`

/**
 * Makes the OpenAPI 3.1 document of the interface: a loop over its operations.
 *
 * @param source - the operations and how the service is reached.
 * @returns the document; the same source gives the same document, key by key.
 * @throws {SchemaTitleError} when two different schemas have one title.
 */
export function documentOf({ operations, publicUrl, version }: DocumentSource): JsonObject {
  const shelf = makeShelf()
  const paths: Record<string, JsonObject> = {}
  for (const [name, operation] of Object.entries(operations))
    paths[operation.path] = sortKeys({
      ...paths[operation.path],
      [operation.method.toLowerCase()]: operationObjectOf(name, operation, shelf),
    })
  const used = new Set(Object.values(operations).map(tagOf))
  const document = {
    openapi: '3.1.0',
    info: {
      title: 'Vaultwright',
      version,
      summary: 'Transaction builder and data of merkle-proven vaults',
      description: guide,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: publicUrl ?? '/', description: 'This service' }],
    security: [{ apiKey: [] }],
    tags: Object.entries(tags)
      .filter(([name]) => used.has(name as TagName))
      .map(([name, description]) => ({ name, description })),
    paths: sortKeys(paths),
    components: {
      securitySchemes: {
        apiKey: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'vw_live_…',
          description:
            'An API key. It has the tenant and the role of the user who holds it, is shown once when it is made, and stops at once when it is revoked or its user deactivated.',
        },
      },
      headers: usedHeaders([paths, shelf.responses()]),
      responses: shelf.responses(),
      schemas: shelf.schemas(),
    },
  }
  return jsonOf(document) as JsonObject
}

function usedHeaders(parts: readonly JsonObject[]): JsonObject {
  const text = JSON.stringify(parts)
  const used = Object.entries(headers).filter(([name]) =>
    text.includes(`"#/components/headers/${name}"`),
  )
  return Object.fromEntries(used)
}
