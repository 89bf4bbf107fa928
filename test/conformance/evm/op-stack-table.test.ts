import { readFileSync } from 'node:fs'
import {
  chains,
  chainsWithHardforks,
  hardforkAt,
  rollupAnchorOf,
  stateFamilyOf,
  unknownUpgradeAt,
} from '@vaultwright/registry'
import { expect, test } from 'vitest'

/** 1 December 2026, the day that the table names. */
const day = 1_796_083_200n

function rowOf({ name, id }: (typeof chains)[number]): string {
  const upgrade = unknownUpgradeAt(id, day)
  const hardfork = hardforkAt(id, day)
  const refusal = chainsWithHardforks.includes(id)
    ? `refused: its upgrade ${upgrade?.name} is not known`
    : 'refused: no public source says when its rules changed'
  const simulation = hardfork === null ? refusal : `proven, rules of ${hardfork}`
  const confirmed = rollupAnchorOf(id) === null ? 'not followed' : 'followed'
  return `| ${name} (${id}) | ${simulation} | ${confirmed} |`
}

test('golden: the documentation names each chain of the OP Stack with its rules, or with its refusal', () => {
  const text = readFileSync(new URL('../../../docs/safety.md', import.meta.url), 'utf8')
  const rows = chains.filter(({ id }) => stateFamilyOf(id) === 'op_stack').map(rowOf)
  expect(rows).toHaveLength(12)
  expect(text).toContain(rows.join('\n'))
})
