import { readFileSync } from 'node:fs'
import { evidenceOf, protocols } from '@vaultwright/protocols'
import { expect, test } from 'vitest'

const actions = protocols.flatMap((protocol) => protocol.actions)
const countOf = (kind: string) =>
  actions.filter((action) => evidenceOf(action).kind === kind).length

test('golden: the front page says how many actions have run on what', () => {
  const readme = readFileSync(new URL('../../../../README.md', import.meta.url), 'utf8')
  const counts = `${countOf('real')} on real contracts, ${countOf('double')} on stand-ins, ${countOf('rule')} by rule alone`
  expect(readme).toContain(`of ${actions.length} actions, ${counts}`)
})

test('law: an action is of the package that it names, of that version alone', () => {
  expect(evidenceOf({ route: 'aave_v3/supply', protocol: 'aave_v3' })).toEqual({
    kind: 'real',
    package: '@aave/core-v3',
    version: '1.19.3',
  })
  for (const action of actions) {
    const evidence = evidenceOf(action)
    if (evidence.kind === 'real') expect(evidence.version, action.route).toMatch(/^\d+\.\d+\.\d+/)
  }
})

test('refuses: an action that nothing ran has its rule alone', () => {
  expect(evidenceOf({ route: 'nothing/at_all', protocol: 'nothing' })).toEqual({ kind: 'rule' })
  // The router of the package has no such function.
  const action = { route: 'pendle/swap_pt_for_yt', protocol: 'pendle' }
  expect(evidenceOf(action)).toEqual({ kind: 'rule' })
})
