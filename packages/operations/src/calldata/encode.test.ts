import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseTreeFile } from '@vaultwright/formats'
import { decodeManage } from '@vaultwright/manager'
import { ruleBook } from '@vaultwright/protocols'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type CallRefusedError, encodeCalldata, type WantedCall } from './encode.ts'

const fixtures = join(import.meta.dirname, '../../../../fixtures')
const file = parseTreeFile(readFileSync(join(fixtures, 'trees/example-1024.json')))
const context = { file, managerFile: file, rules: ruleBook, reads: {} }
const calls: readonly WantedCall[] = JSON.parse(
  readFileSync(join(fixtures, 'calls/supply.json'), 'utf8'),
).map((call: object) => ({ ...call, kind: 'call', value: 0n }))
const refused: WantedCall = {
  kind: 'call',
  target: '0x1111111111111111111111111111111111111111',
  value: 0n,
  data: '0xdeadbeef',
}

test('golden: permitted calls are encoded in order', () => {
  const { calldata } = encodeCalldata(calls, context)
  expect(decodeManage(calldata)).toMatchObject(
    calls.map((call) => ({ data: (call as { data: string }).data })),
  )
})

test('law: every refused call is reported with its place, and no other', () => {
  const lists = fc.array(fc.boolean(), { minLength: 1, maxLength: 5 })
  fc.assert(
    fc.property(lists, (isRefused) => {
      const expected = isRefused.map((bad) => (bad ? refused : calls[0]!))
      const places = isRefused.flatMap((bad, index) => (bad ? [`calls[${index}]`] : []))
      expect(refusedPlaces(expected)).toEqual(places)
    }),
    { numRuns: 20 },
  )
})

test('refuses: calls inside a flash loan, with the loan itself', () => {
  const loan: WantedCall = {
    kind: 'loan',
    target: undefined,
    decoder: undefined,
    tokens: ['0x1111111111111111111111111111111111111111'],
    amounts: [1n],
    salt: '0x',
    inner: [refused, calls[0]!],
  }
  expect(refusedPlaces([calls[0]!, loan])).toEqual(['calls[1].inner[0]', 'calls[1]'])
})

function refusedPlaces(wanted: readonly WantedCall[]): readonly string[] {
  try {
    encodeCalldata(wanted, context)
    return []
  } catch (error) {
    const { code, facts, shortMessage } = error as CallRefusedError
    expect(code).toBe('call_refused')
    const places = (facts.refused as readonly { place: string }[]).map(({ place }) => place)
    for (const place of places) expect(shortMessage).toContain(`${place} is refused`)
    return places
  }
}
