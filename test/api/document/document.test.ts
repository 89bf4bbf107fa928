import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { documentOf, documentVersion, type JsonObject } from '@vaultwright/api'
import { type Operation, type OperationName, operations } from '@vaultwright/wire'
import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import fc from 'fast-check'
import Type from 'typebox'
import { describe, expect, test } from 'vitest'
import { assertDocumented, operationIdOf, whyUndocumented } from './document-check.ts'

const source = { operations, publicUrl: 'http://127.0.0.1:8080', version: documentVersion }
const document = documentOf(source)
const paths = document.paths as Record<string, Record<string, JsonObject>>
const listed = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
)

/** Source: interface, 4.1, row by row, and the link of 4.15. */
const overview = [
  ['GET', '/v1/tx-builder/health'],
  ['GET', '/v1/tx-builder/api/actions/{chain}/{vault_address}/{strategist_address}'],
  [
    'GET',
    '/v1/tx-builder/api/actions/{chain}/{vault_address}/{strategist_address}/constraints/{route}',
  ],
  ['POST', '/v1/tx-builder/api/execute/{chain}/{vault_address}/{tail}'],
  ['POST', '/v1/tx-builder/api/execute-multiple/{chain}/{vault_address}/{strategist_address}'],
  ['GET', '/v1/vaults'],
  ['GET', '/v1/vaults/{chain}/{vault_address}/metrics/snapshot/latest'],
  ['GET', '/v1/vaults/{chain}/{vault_address}/metrics/snapshot'],
  ['GET', '/v1/vaults/{chain}/{vault_address}/roots'],
  ['GET', '/v1/vaults/{chain}/{vault_address}/dailyData'],
  ['GET', '/v1/vaults/{chain}/{vault_address}/performance'],
  ['GET', '/v1/trees/{root_hash}'],
  ['GET', '/v1/trees/{root_hash}/pending'],
  ['GET', '/v1/vaults/{chain}/{vault_address}'],
] as const

describe('the OpenAPI document', () => {
  test.each(overview)('default: 4.1 %s %s is there', (method, path) => {
    expect(paths[path]?.[method.toLowerCase()]).toBeDefined()
  })

  test('default: every operation of the interface is there once, and nothing else', () => {
    const ids = listed.map(({ operation }) => operation.operationId).sort()
    expect(ids).toEqual(Object.keys(operations).sort())
    for (const name of Object.keys(operations) as OperationName[]) {
      const { method, path } = operations[name]
      expect(paths[path]?.[method.toLowerCase()]?.operationId).toBe(name)
    }
  })

  test('default: operations and the statuses they answer', async () => {
    const lines = listed.map(({ path, method, operation }) => {
      const statuses = Object.keys(operation.responses as JsonObject).join(' ')
      return `${method.toUpperCase()} ${path}\n  ${operation.operationId}: ${statuses}`
    })
    await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('__snapshots__/operation.txt')
  })

  test('default: its version and dialect are stated', () => {
    expect(document).toMatchObject({ openapi: '3.1.0', info: { version: '1.0.0' } })
    expect(document.servers).toEqual([{ url: source.publicUrl, description: 'This service' }])
  })

  test('behavior: the same source gives the same document', () => {
    const shuffled = Object.fromEntries(Object.entries(operations).reverse())
    expect(JSON.stringify(documentOf(source))).toBe(JSON.stringify(document))
    expect(JSON.stringify(documentOf({ ...source, operations: shuffled }))).toBe(
      JSON.stringify(document),
    )
  })

  test('law: answers are open to fields that come later, and requests to none', () => {
    const { schemas } = document.components as { schemas: Record<string, JsonObject> }
    const closed = (part: unknown): boolean => {
      if (typeof part !== 'object' || part === null) return false
      if (Array.isArray(part)) return part.some(closed)
      const { additionalProperties: more, ...fields } = part as Record<string, unknown>
      return more === false || Object.values(fields).some(closed)
    }
    const titlesIn = (part: unknown): readonly string[] =>
      [...JSON.stringify(part).matchAll(/schemas\/(\w+)"/g)].map(([, title]) => title!)
    const reached = (part: unknown, seen = new Set<string>()): ReadonlySet<string> => {
      for (const title of titlesIn(part)) {
        if (seen.has(title)) continue
        seen.add(title)
        reached(schemas[title], seen)
      }
      return seen
    }
    for (const { path, operation } of listed) {
      const { responses, requestBody } = operation
      for (const title of reached(responses)) {
        expect([path, title, closed(schemas[title])]).toEqual([path, title, false])
      }
      expect([path, closed(responses)]).toEqual([path, false])
      const bodies = [...reached(requestBody ?? {})].map((title) => schemas[title])
      if (requestBody !== undefined) expect([path, closed(bodies)]).toEqual([path, true])
    }
    expect(closed(document.components!['responses' as never])).toBe(false)
  })

  test('law: each field of an answer that may be null says when it is', () => {
    const silent = new Set<string>()
    const look = (part: unknown, place: string): void => {
      if (typeof part !== 'object' || part === null) return
      if (Array.isArray(part)) {
        for (const item of part) look(item, place)
        return
      }
      const { title, properties, ...fields } = part as Record<string, unknown>
      const partName = typeof title === 'string' ? title : place
      for (const [name, field] of Object.entries((properties ?? {}) as Record<string, object>)) {
        const { anyOf, description } = field as {
          readonly anyOf?: readonly { readonly type?: string }[]
          readonly description?: string
        }
        const isNullable = anyOf?.some(({ type }) => type === 'null') ?? false
        if (isNullable && !/null/i.test(description ?? '')) silent.add(`${partName}.${name}`)
        look(field, `${partName}.${name}`)
      }
      for (const inner of Object.values(fields)) look(inner, partName)
    }
    for (const [name, { response }] of Object.entries(operations)) look(response, name)
    expect([...silent]).toEqual([])
  })

  test('behavior: every component is a valid JSON Schema of 2020-12', () => {
    const { schemas } = document.components as { schemas: Record<string, JsonObject> }
    const ajv = new Ajv2020({ strict: false })
    expect(Object.keys(schemas).length).toBeGreaterThan(30)
    for (const [name, schema] of Object.entries(schemas))
      expect(ajv.validateSchema(schema), `${name}: ${ajv.errorsText()}`).toBe(true)
  })

  test('behavior: every parameter is described, and those of the path are those of the operation', () => {
    for (const { path, operation } of listed) {
      const parameters = operation.parameters as unknown as Record<string, unknown>[]
      const inPath = parameters.filter((one) => one.in === 'path').map(({ name }) => name)
      expect(inPath).toEqual([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name))
      for (const parameter of parameters)
        expect(parameter.description, `${path} ${parameter.name}`).toBeTruthy()
    }
  })

  test('behavior: a parameter that holds a slash says so', () => {
    const pathParameters = listed.flatMap(({ operation }) =>
      (operation.parameters as unknown as Record<string, string>[]).filter(
        ({ name }) => name === 'route' || name === 'tail',
      ),
    )
    expect(pathParameters).toHaveLength(2)
    for (const { description } of pathParameters) expect(description).toContain('holds a slash')
  })

  test('behavior: every example is what its schema says', () => {
    const ajv = new Ajv2020({ strict: false, validateSchema: false })
    formats.default(ajv)
    ajv.addSchema({ ...document, $id: 'https://document.test/' })
    let count = 0
    const look = (value: unknown, pointer: string): void => {
      if (typeof value !== 'object' || value === null) return
      const { schema, example, examples } = value as Record<string, unknown>
      if (schema !== undefined && (example !== undefined || examples !== undefined)) {
        const check = ajv.compile({ $ref: `https://document.test/${pointer}/schema` })
        const shown =
          example !== undefined
            ? [example]
            : Object.values(examples as JsonObject).map((one) => (one as JsonObject).value)
        for (const operation of shown) {
          expect(check(operation), `${pointer}: ${ajv.errorsText(check.errors)}`).toBe(true)
          count += 1
        }
      }
      for (const [key, part] of Object.entries(value))
        look(
          part,
          `${pointer}/${encodeURIComponent(key.replaceAll('~', '~0').replaceAll('/', '~1'))}`,
        )
    }
    look(document.paths, '#/paths')
    look((document.components as JsonObject).responses, '#/components/responses')
    expect(count).toBeGreaterThan(100)
  })

  test('behavior: every answer and every body shows an example', () => {
    for (const { path, operation } of listed) {
      const { requestBody, responses } = operation as Record<string, JsonObject>
      const bodies = [requestBody, responses?.['200']].filter((one) => one !== undefined)
      for (const body of bodies) expect(JSON.stringify(body), path).toContain('"examples":{')
    }
  })

  test('behavior: a deprecated operation is marked, says what replaces it, and has its header', () => {
    const old: Operation = {
      ...operations.listVaults,
      deprecation: { since: '2026-12-01', until: '2027-01-15', replacement: '/v2/vaults' },
    }
    const deprecated = documentOf({ ...source, operations: { ...operations, listVaults: old } })
    const marked = (deprecated.paths as typeof paths)['/v1/vaults']?.get as JsonObject
    expect(marked.deprecated).toBe(true)
    expect(marked.description).toContain('Use `/v2/vaults`')
    expect(JSON.stringify(marked.responses)).toContain('#/components/headers/Deprecation')
    expect(JSON.stringify(document)).not.toContain('Deprecation":{"$ref')
  })

  test('behavior: what the builder and the data area answer beyond the limit has its own shape', () => {
    const { responses } = document.components as { responses: JsonObject }
    const limit = (path: string, method: string) => {
      const { $ref } = (paths[path]![method]!.responses as JsonObject)['429'] as JsonObject
      return JSON.stringify(responses[String($ref).split('/').at(-1)!])
    }
    expect(limit('/v1/tx-builder/health', 'get')).toContain('GatewayLimit')
    expect(limit('/v1/vaults', 'get')).toContain('rate_limited')
    for (const text of [limit('/v1/tx-builder/health', 'get'), limit('/v1/vaults', 'get')])
      expect(text).toContain('#/components/headers/Retry-After')
  })

  test('error: SchemaTitleError two different schemas have one title', () => {
    const operation: Operation = {
      ...operations.getHealth,
      path: '/v1/other',
      response: Type.Object({ state: Type.String() }, { title: 'Health' }),
    }
    expect(() =>
      documentOf({ ...source, operations: { ...operations, other: operation } }),
    ).toThrow(expect.objectContaining({ code: 'schema_title', facts: { title: 'Health' } }))
  })

  test('default: Redocly finds nothing to say', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'vaultwright-document-'))
    try {
      const file = join(folder, 'openapi.json')
      await writeFile(file, JSON.stringify(document, null, 2))
      const redocly = fileURLToPath(import.meta.resolve('@redocly/cli/package.json'))
      const { bin } = JSON.parse(await readFile(redocly, 'utf8'))
      const program = join(redocly, '..', bin.redocly)
      const { stdout, stderr } = await promisify(execFile)(
        process.execPath,
        [program, 'lint', '--extends=recommended', '--format=json', file],
        { cwd: folder, env: quiet },
      )
      expect(JSON.parse(stdout.slice(stdout.indexOf('{'))), stderr).toMatchObject({
        totals: { errors: 0, warnings: 0 },
        problems: [],
      })
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  })
})

// It asks a registry for a newer version and sends what it was used for, unless told not to; and a
// proxy that is not there bars what it might ask nevertheless.
const quiet = {
  PATH: process.env.PATH,
  CI: 'true',
  REDOCLY_TELEMETRY: 'off',
  REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
  HTTP_PROXY: 'http://127.0.0.1:9',
  HTTPS_PROXY: 'http://127.0.0.1:9',
}

describe('the README', () => {
  const read = (path: string) =>
    readFile(new URL(`../../../packages/api/${path}`, import.meta.url), 'utf8')

  test('behavior: it names every environment variable', async () => {
    const [readme, ...sources] = await Promise.all(['README.md', 'src/config/env.ts'].map(read))
    const names = sources.flatMap((source) => [
      ...source.matchAll(/'([A-Z]+(?:_[A-Z]+)+)'|variables\.([A-Z]+)/g),
    ])
    expect(names.length).toBeGreaterThan(10)
    for (const [, quoted, dotted] of names) expect(readme).toContain(`\`${quoted ?? dotted}\``)
  })

  test('behavior: its table of roles is the one of the operations', async () => {
    const table = (await read('README.md')).match(
      /^\| `(?:viewer|strategist|curator|admin)` \|.*$/gm,
    )
    const names = ['listVaults', 'execute', 'pushTree', 'createKey'] as const
    const roles = ['viewer', 'strategist', 'curator', 'admin']
    const rows = roles.map((role, rank) => {
      const may = names.map((name) =>
        roles.indexOf(operations[name].role) <= rank ? 'yes' : '403',
      )
      return `| \`${role}\` | ${may.join(' | ')} |`
    })
    expect(table).toEqual(rows)
  })
})

describe('the check of answers', () => {
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'ratelimit-limit': 60,
    'ratelimit-policy': '60;w=60',
    'ratelimit-remaining': 59,
    'ratelimit-reset': 60,
  }
  const page = { next_cursor: null, page_size: 20, has_more: false }
  const heard = (url: string, status: number, body: unknown) => ({
    method: 'GET',
    url,
    status,
    headers,
    body: JSON.stringify(body),
  })

  test('default: an answer as the document says passes', () => {
    const passing = [
      heard('/v1/vaults?page_size=3', 200, { data: [], page }),
      // A newer service may say more.
      heard('/v1/vaults', 200, { data: [], page, more: 1 }),
      heard('/v1/nothing', 404, envelope('not_found')),
      heard('/v1/nothing', 401, { message: 'Unauthorized' }),
      heard('/v1/trees/%zz', 400, envelope('bad_request')),
      heard('/v1/trees/%ff', 401, { message: 'Unauthorized' }),
    ]
    for (const answer of passing) expect(() => assertDocumented(document, answer)).not.toThrow()
  })

  test.each([
    ['a field too few', heard('/v1/vaults', 200, { data: [] })],
    ['a code that is not listed', heard('/v1/trees/0x12', 404, envelope('vault_not_found'))],
    ['a status that is not listed', heard('/v1/vaults', 418, envelope('teapot'))],
    ['the envelope of the other area', heard('/v1/tx-builder/x', 404, envelope('not_found'))],
    ['a body that is not JSON', { ...heard('/v1/vaults', 200, ''), body: '<html>' }],
    [
      'a limit without its header',
      {
        ...heard('/v1/vaults', 200, { data: [], page }),
        headers: { 'content-type': 'application/json' },
      },
    ],
    [
      'a bad request of a path that can be read',
      heard('/v1/trees/1', 400, envelope('bad_request')),
    ],
    ['a path that does not exist with 200', heard('/v1/nothing', 200, {})],
  ])('error: %s does not pass', (_, answer) => {
    expect(() => assertDocumented(document, answer)).toThrow(answer.url)
  })

  test('behavior: the operation of a URL is found whatever its parameters hold', () => {
    const part = fc.stringMatching(/^[\w.~%-]{1,40}$/)
    const path = fc.constantFrom(...listed.map(({ path }) => path))
    let foundCount = 0
    fc.assert(
      fc.property(path, fc.array(part, { minLength: 6, maxLength: 6 }), (template, parts) => {
        let position = 0
        const url = template.replace(/\{\w+\}/g, (name) =>
          /route|tail/.test(name)
            ? `${parts[position++]}/${parts[position++]}`
            : parts[position++]!,
        )
        const [method = 'get'] = Object.keys(paths[template] ?? {})
        const operationId = operationIdOf(document, method, `${url}?a=/b`)
        // `latest` and `pending` are words of other paths: the more literal path has them.
        if (/latest|pending|metrics|roots|performance|dailyData/.test(parts.join())) return
        foundCount++
        expect(operationId).toBe(paths[template]?.[method]?.operationId)
      }),
    )
    expect(foundCount).toBeGreaterThan(0)
  })

  test('behavior: paths outside of the interface are let through', () => {
    expect(whyUndocumented(document, heard('/healthz', 200, {}))).toBeNull()
  })
})

function envelope(code: string): unknown {
  return { error: { code, message: 'No.', details: {} } }
}
