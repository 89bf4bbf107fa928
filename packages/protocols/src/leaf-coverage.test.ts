import { canPack, rulesFor } from '@vaultwright/manager'
import { ruleBook } from '@vaultwright/protocols'
import { expect, test } from 'vitest'
import { callOfLeaf } from '../../../test/support/call/leaf-call.ts'
import { hasRealTrees, readRealTree, realTreeNames } from '../../../test/support/call/real-tree.ts'

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

test.skipIf(!hasRealTrees)(
  'behavior: every leaf of real trees is what a rule packs for some call',
  () => {
    const wrong: string[] = []
    const covered = new Set<string>()
    let count = 0
    for (const name of realTreeNames) {
      const file = JSON.parse(readRealTree(name).toString())
      const leaves: readonly FileLeaf[] = file.leafs
      const drones = dronesOf(leaves)
      for (const leaf of leaves.filter((candidate) => candidate.FunctionSignature !== '')) {
        count++
        const isDrone = drones.has(leaf.TargetAddress) && leaf.AddressArguments.length > 0
        const entries = leaf.AddressArguments.slice(0, isDrone ? -1 : undefined) as `0x${string}`[]
        const shape = [leaf.FunctionSignature, ...entries].join()
        if (covered.has(shape)) continue
        const rules = rulesFor(ruleBook, leaf.FunctionSelector).filter(
          (rule) => rule.signature === leaf.FunctionSignature && canPack(rule, entries.length),
        )
        if (rules.some((rule) => callOfLeaf(rule, entries) !== null)) covered.add(shape)
        else wrong.push(`${name}: ${leaf.FunctionSignature} with ${entries.join()}`)
      }
    }
    expect(wrong).toEqual([])
    expect(count).toBeGreaterThan(3000)
  },
)
