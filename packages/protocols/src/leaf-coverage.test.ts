import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { canPack, rulesFor } from '@vaultwright/manager'
import { ruleBook } from '@vaultwright/protocols'
import { expect, test } from 'vitest'

const trees = new URL('../../../../shared/data/trees/', import.meta.url)
const isThere = existsSync(trees)
if (!isThere) console.log('skipped: the real trees are not beside the repository')

type FileLeaf = {
  readonly AddressArguments: readonly string[]
  readonly Description: string
  readonly FunctionSelector: string
  readonly FunctionSignature: string
  readonly TargetAddress: string
}

/** Accounts that some leaf of the file names as a drone. */
function dronesOf(leaves: readonly FileLeaf[]): ReadonlySet<string> {
  const named = leaves.flatMap(
    (leaf) => /drone: (0x[0-9a-fA-F]{40})/i.exec(leaf.Description)?.[1] ?? [],
  )
  return new Set(named)
}

test.skipIf(!isThere)(
  'behavior: some rule can pack the entries of every leaf of real trees',
  () => {
    const wrong: string[] = []
    let seen = 0
    for (const name of readdirSync(trees)) {
      const file = JSON.parse(readFileSync(new URL(name, trees), 'utf8'))
      const leaves: readonly FileLeaf[] = file.leafs
      const drones = dronesOf(leaves)
      for (const leaf of leaves.filter((candidate) => candidate.FunctionSignature !== '')) {
        const isDrone = drones.has(leaf.TargetAddress) && leaf.AddressArguments.length > 0
        const count = leaf.AddressArguments.length - (isDrone ? 1 : 0)
        const rules = rulesFor(ruleBook, leaf.FunctionSelector).filter(
          (rule) => rule.signature === leaf.FunctionSignature && canPack(rule, count),
        )
        if (rules.length === 0) wrong.push(`${name}: ${leaf.FunctionSignature} with ${count}`)
        seen++
      }
    }
    expect(wrong).toEqual([])
    expect(seen).toBeGreaterThan(3000)
  },
)
