import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runsOf } from '../../../../test/support/runs.ts'
import { builtText } from './built-text.ts'

const target = `0x${'1'.repeat(40)}`

test('law: it is the text that JSON gives, whatever stands beside the calldata', () =>
  fc.assert(
    fc.property(
      fc.uint8Array({ maxLength: 400 }),
      fc.string({ unit: 'binary' }),
      fc.array(fc.jsonValue()),
      fc.constantFrom({ simulation_skipped: true as const }, {}),
      (bytes, description, action_api_response, rest) => {
        const encoded_tx_data = `0x${Buffer.from(bytes).toString('hex')}`
        const described = { description, action_api_response }
        expect(builtText({ encoded_tx_data, target, ...rest }, described)).toBe(
          JSON.stringify({ encoded_tx_data, target, ...described, ...rest }),
        )
      },
    ),
    { numRuns: runsOf(0.5) },
  ))

test('golden: calldata, target, what it does, then the simulation', () => {
  const part = { encoded_tx_data: '0x12', target, simulation_skipped: true as const }
  expect(builtText(part, { description: 'a "b"', action_api_response: null })).toBe(
    `{"encoded_tx_data":"0x12","target":"${target}","description":"a \\"b\\"","action_api_response":null,"simulation_skipped":true}`,
  )
})
