import type { Operation, OperationName } from '@vaultwright/wire'
import fc from 'fast-check'
import { arbitraryOf } from '../../support/schema-arbitrary.ts'
import { hostileTexts } from '../support/hostile-text.ts'
import { batchOf, buildOf, payloadOf, simulationOf } from './fuzz-body.ts'
import type { FuzzInputs } from './fuzz-input.ts'

/** A request as a fuzzer makes it. */
export type FuzzRequest = {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** Null for none. */
  readonly payload: string | null
  /** The owner of the key that goes with it. */
  readonly who: 'fitting' | 'viewer' | 'foreign' | 'anonymous' | 'wrong'
}

const hostile = fc.constantFrom(...hostileTexts)

/** Requests of operations whose paths and bodies belong together. */
const exactRequests: Readonly<
  Partial<Record<OperationName, (inputs: FuzzInputs) => fc.Arbitrary<[string, string | null]>>>
> = {
  execute: buildOf,
  executeMultiple: batchOf,
  simulate: simulationOf,
  listConstraints: constraintsOf,
}

/** Makes requests of an operation: mostly with one thing wrong, sometimes with none, sometimes with all. */
export function requestOf(
  inputs: FuzzInputs,
  [name, operation]: readonly [OperationName, Operation],
): fc.Arbitrary<FuzzRequest> {
  const url = urlArbitrary(inputs, operation)
  const payload =
    operation.body === null ? fc.constant(null) : payloadOf(inputs, name, operation.body)
  const loose = fc.tuple(url, payload)
  const exact = exactRequests[name] ?? null
  const parts = exact === null ? loose : fc.oneof(loose, exact(inputs))
  const who = fc.oneof(
    { weight: 12, arbitrary: fc.constant('fitting' as const) },
    { weight: 1, arbitrary: fc.constantFrom('viewer', 'foreign', 'anonymous', 'wrong') },
  )
  return fc
    .tuple(parts, headers(operation), who)
    .map(([[url, payload], headers, who]) => ({ url, headers, payload, who }))
}

function constraintsOf({ world, manifest }: FuzzInputs): fc.Arbitrary<[string, null]> {
  const bound = Object.keys(manifest).filter((route) => manifest[route].has_constraints === true)
  const place = `/v1/tx-builder/api/actions/local/${world.eth.vault}/${world.main}/constraints`
  return fc.constantFrom(...bound).map((route) => [`${place}/${route}`, null])
}

/** An account without a vault. */
const solanaAccount = '9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM'

function urlArbitrary(inputs: FuzzInputs, operation: Operation): fc.Arbitrary<string> {
  const { world, ids, manifest } = inputs
  const places = [world.eth.vault, world.usd.vault, world.eth.vault.toLowerCase(), world.main]
  const routes = [...Object.keys(manifest), 'no/route', 'aave_v3', 'constructor/toString']
  const bound = routes.filter((route) => manifest[route]?.has_constraints === true)
  const roots = [world.eth.strategists[0]!.root, inputs.pendingRoot, 'ab'.repeat(32)]
  const valuesByName: Readonly<Record<string, readonly string[]>> = {
    chain: [...Array<string>(12).fill('local'), 'mainnet', 'base', 'solana', 'Local'],
    vault_address: [...places, solanaAccount],
    strategist_address: [
      world.main,
      world.lending,
      world.main.toLowerCase(),
      world.eth.vault,
      solanaAccount,
    ],
    root_hash: roots,
    other_root_hash: roots,
    route: [...routes, ...bound, ...bound],
    tail: [...routes, ...routes.map((route) => `${world.main}/${route}`), world.main],
    kind: ['packet', 'root'],
    act: ['set_root', 'manage_freely', 'any'],
    hash: [`0x${'ab'.repeat(32)}`, `0x${'AB'.repeat(32)}`],
    user_id: [ids.user_id],
    key_id: [ids.key_id],
    quote_id: ['q_5Qm1xZr3Yt7Lw9Kc2Vb8Ng'],
    safe: [world.main, world.lending, world.main.toLowerCase(), world.eth.vault],
    safe_tx_hash: [`0x${'ab'.repeat(32)}`, `0x${'AB'.repeat(32)}`],
    order_uid: [`0x${'ab'.repeat(32)}${world.eth.vault.slice(2).toLowerCase()}ffffffff`],
  }
  const names = [...operation.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]!)
  const part = (name: string) =>
    fc
      .oneof(
        { weight: 14, arbitrary: fc.constantFrom(...valuesByName[name]!) },
        { weight: 1, arbitrary: fc.oneof(hostile, fc.string({ maxLength: 60, unit: 'binary' })) },
      )
      .filter(isPart)
  const path = fc.tuple(...names.map(part)).map((values) => {
    let position = 0
    return operation.path.replace(/\{(\w+)\}/g, (_, name) => {
      const spelled = encodeURIComponent(values[position++]!)
      return name === 'tail' || name === 'route' ? spelled.replaceAll('%2F', '/') : spelled
    })
  })
  return fc.tuple(path, queryOf(inputs, operation)).map(([one, query]) => `${one}${query}`)
}

/** Injecting a request resolves dots in its path; over a socket they are in `bad-input.test.ts`. */
const isPart = (text: string) => text !== '.' && text !== '..'

function queryOf({ cursors }: FuzzInputs, { query }: Operation): fc.Arbitrary<string> {
  const value = fc.oneof(
    hostile,
    fc.string({ maxLength: 20, unit: 'binary' }),
    fc.constantFrom(...cursors, '1', '20', '100', '101', '0', '2026-01-05', '2026-02-01T00:00:00Z'),
    fc.constantFrom('true', 'false', 'banana'),
  )
  const names = ['cursor', 'page_size', 'from', 'to', 'explain', 'x', '__proto__', 'cursor[]']
  const name = fc.constantFrom(...names)
  const loose = fc.array(fc.tuple(name, value), { maxLength: 4 })
  const schema = query === null ? fc.constant({}) : arbitraryOf(query)
  const exact = schema.map((values) =>
    Object.entries(values as object).map(([k, v]) => [k, String(v)]),
  )
  return fc.oneof(fc.constant([]), exact, loose).map((pairs) => {
    const queryParts = (pairs as readonly (readonly [string, string])[]).map((pair) =>
      pair.map((text) => encodeURIComponent(text)).join('='),
    )
    return queryParts.length === 0 ? '' : `?${queryParts.join('&')}`
  })
}

function headers({ body }: Operation): fc.Arbitrary<Readonly<Record<string, string>>> {
  const types = ['text/plain', 'application/xml', 'application/json; charset=utf-16', '', 'a']
  const type = fc.oneof(
    {
      weight: 12,
      arbitrary: fc.constantFrom('application/json', 'application/json; charset=utf-8'),
    },
    { weight: 1, arbitrary: fc.constantFrom(...types) },
  )
  const latin = fc.stringMatching(/^[\x20-\x7e\xa1-\xff]{0,60}$/)
  const extra = fc.record(
    {
      'x-request-id': latin,
      'if-none-match': fc.oneof(latin, fc.constantFrom('*', 'W/"x"', ',,,')),
      accept: latin,
      'accept-encoding': fc.oneof(latin, fc.constantFrom('*', 'gzip', 'gzip, br', 'identity')),
      'x-forwarded-for': latin,
      'x-http-method-override': fc.constantFrom('DELETE', 'PUT'),
      origin: latin,
      cookie: latin,
    },
    { requiredKeys: [] },
  )
  const some = fc.oneof({ weight: 3, arbitrary: fc.constant({}) }, { weight: 1, arbitrary: extra })
  if (body === null) return some as fc.Arbitrary<Readonly<Record<string, string>>>
  return fc.tuple(type, some).map(([one, more]) => ({ 'content-type': one, ...more }))
}
