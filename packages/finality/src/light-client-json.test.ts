import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { lightClientJsonOf } from '../../../test/support/node/beacon-server.ts'
import { openLocalBeacon } from '../../../test/support/node/local-beacon.ts'
import { runsOf } from '../../../test/support/runs.ts'
import { isFilePresent } from '../../../test/support/skip-unless.ts'
import { FinalityError } from './error.ts'
import { layoutsOf } from './layout.ts'
import { encodeLightClientJson, type LightClientObjectName } from './light-client-json.ts'
import { partUpdates } from './light-client-object.ts'
import { mainnetPreset } from './network.ts'

const hash = `0x${'5a'.repeat(32)}` as const
const block = { number: 90n, hash, stateRoot: hash, timestamp: 1_700_000_000n }
const beacon = openLocalBeacon(1)
const objects = {
  bootstrap: beacon.bootstrapOf(100n, block),
  update: beacon.updateOf(200n, block),
  finality: beacon.finalityOf(300n, block),
  optimistic: beacon.optimisticOf(310n, block),
}
const layouts = layoutsOf(mainnetPreset)
const names = ['bootstrap', 'update', 'finality', 'optimistic'] as const
const answerOf = (name: LightClientObjectName, version: string, layout: 'deneb' | 'electra') => ({
  version,
  data: lightClientJsonOf(layouts[layout][name].decode(objects[name])),
})

test.each(names)('law: a %s in JSON is encoded as the SSZ of the same server', (name) => {
  for (const version of ['electra', 'fulu']) {
    expect(encodeLightClientJson(name, answerOf(name, version, 'electra'))).toEqual(objects[name])
  }
})

const update = new URL(
  '../../../../shared/data/light-client/mainnet-update-period-1421.ssz',
  import.meta.url,
)
test.skipIf(!isFilePresent(update))(
  'golden: an update of mainnet survives the way over JSON',
  () => {
    const [bytes] = partUpdates(new Uint8Array(readFileSync(update)))
    const data = lightClientJsonOf(layouts.deneb.update.decode(bytes!))
    expect(encodeLightClientJson('update', { version: 'deneb', data })).toEqual(bytes)
  },
)

type Path = readonly (string | number)[]

/** Every place of a JSON value, leaves and branches. */
function pathsIn(value: unknown, path: Path = []): readonly Path[] {
  if (typeof value !== 'object' || value === null) return [path]
  return [path, ...Object.entries(value).flatMap(([key, field]) => pathsIn(field, [...path, key]))]
}

const changed = (value: unknown, [key, ...path]: Path, change: unknown): unknown => {
  if (key === undefined) return change
  const copy = (Array.isArray(value) ? [...value] : { ...(value as object) }) as Record<
    string | number,
    unknown
  >
  copy[key] = changed(copy[key], path, change)
  return copy
}

test('refuses: anything else in any place, a key less or more, and an unknown fork', () => {
  const whole = answerOf('finality', 'electra', 'electra')
  const paths = pathsIn(whole)
  const odd = fc.constantFrom(null, true, 7, -1, '', '0x', '0x12', '-1', '1e3', '0xzz', [], {}, [
    [],
  ])
  fc.assert(
    fc.property(fc.nat(paths.length - 1), odd, (index, change) => {
      const path = paths[index]!
      // Extra data may have any length up to 32 bytes.
      fc.pre(path.at(-1) !== 'extra_data')
      const answer = changed(whole, path, change)
      expect(() => encodeLightClientJson('finality', answer)).toThrow(FinalityError)
    }),
    { numRuns: runsOf(1) },
  )
  const { data } = whole
  const more = { version: 'electra', data: { ...(data as object), more: '1' } }
  expect(() => encodeLightClientJson('finality', more)).toThrow('unknown key')
  const { signature_slot: _, ...fewer } = data as Record<string, unknown>
  expect(() => encodeLightClientJson('finality', { version: 'electra', data: fewer })).toThrow(
    'has no signature_slot',
  )
  for (const version of ['altair', 'gloas', undefined])
    expect(() => encodeLightClientJson('finality', { version, data })).toThrow('of the fork')
  expect(() => encodeLightClientJson('finality', { version: 'capella', data })).toThrow(
    'unknown key',
  )
})
