import type { Operation } from '@vaultwright/wire'
import { type JsonObject, jsonOf, makeShelf, sortKeys } from './component.ts'
import { guide } from './guide.ts'
import { headers } from './header.ts'
import { operationObjectOf, type TagName, tagOf } from './operation-object.ts'

/** What a document is made of. */
export type DocumentSource = {
  /** Everything that may be asked, by name. */
  readonly operations: Readonly<Record<string, Operation>>
  /** What callers reach the service by, without a slash at the end; null for where the document came from. */
  readonly publicUrl: string | null
  /** Of the description, `1.0.0`. */
  readonly version: string
}

const tags: Readonly<Record<TagName, string>> = {
  'Transaction builder':
    'From an intent to calldata for the Manager of a vault, with proofs. Build only: you decode, simulate, sign and send.',
  'Vault data': "The tenant's vaults: snapshots, daily series, yield, roots and trees.",
  Administration: "The tenant's users, keys, vaults and log; for keys of the role `admin`.",
}

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
