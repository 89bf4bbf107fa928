import { readFileSync } from 'node:fs'
import { shareStateOf, type VaultState } from '@vaultwright/valuation'
import { expect, test } from 'vitest'
import { jsonDigestOf, printState, stateDigestsOf } from './parsed-reading.ts'

const path = new URL('../../../../fixtures/vectors/valuation.json', import.meta.url)
type Vector = { readonly cases: readonly { readonly week: { readonly last: VaultState } }[] }
const { cases }: Vector = JSON.parse(readFileSync(path, 'utf8'))
const token = `0x${'1'.repeat(40)}` as const
const entry = { token, owner: token, spender: token, amount: '7' }

/** A state whose keys stand as a reading makes them. */
function built({ holdings, quotes, failures, ...stateFields }: VaultState): VaultState {
  return { ...stateFields, holdings, quotes, failures }
}

test('law: a state is spelled as JSON, and digests are those of the inputs of receipts, allowances or not', () => {
  for (const { week } of cases) {
    const state = built(week.last)
    const withAllowance = { ...state, allowances: { entries: [entry], note: null } }
    for (const stateCase of [state, withAllowance]) {
      expect(printState(stateCase)).toBe(JSON.stringify(stateCase))
      expect(stateDigestsOf(stateCase).state).toBe(jsonDigestOf(stateCase))
      expect(stateDigestsOf(stateCase).share).toBe(jsonDigestOf(shareStateOf(stateCase)))
    }
    // The growth of a share asks for no allowance.
    expect(stateDigestsOf(withAllowance).share).toBe(stateDigestsOf(state).share)
    expect(stateDigestsOf(withAllowance).state).not.toBe(stateDigestsOf(state).state)
  }
})
