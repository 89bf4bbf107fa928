import type { Address, Hex } from '@vaultwright/base'
import {
  candidatesOf,
  droneTargetOf,
  type Leaf,
  packedOf,
  parseSignature,
  selectorOf,
} from '@vaultwright/manager'
import { checksumOf } from '@vaultwright/merkle'
import { type Action, ruleBook } from '@vaultwright/protocols'
import type { Combination } from '../permission/combination.ts'
import { missingLeaf } from '../permission/nearest-leaf.ts'
import type { TreeContext } from '../permission/permission-index.ts'
import type { ParameterProblem } from './problem.ts'

/** The meaning of a third party's calldata for the leaf that it needs. */
export type CalldataReading = {
  /** The packs of decoders for it; null where the chain alone can tell. */
  readonly packings: ReadonlySet<Hex> | null
  readonly problem: Pick<ParameterProblem, 'msg' | 'type' | 'ctx'> | null
}

/** Reads calldata that a third party made, before any leaf is looked at. */
export function readCalldata(action: Action, data: Hex): CalldataReading {
  const selector = selectorOf(parseSignature(action.signature).canonical)
  const wrong = (type: string, msg: string) => ({
    packings: null,
    problem: { type, msg, ctx: { selector } },
  })
  if (!data.startsWith(selector)) {
    const msg = `The calldata calls ${data.slice(0, 10)}, and the action calls ${selector}. Ask its maker for that function.`
    return wrong('selector', msg)
  }
  if (droneTargetOf(data) !== null) {
    const msg = "The calldata ends in a drone's suffix, which is added here. Leave it out."
    return wrong('drone_suffix', msg)
  }
  const outcomes = candidatesOf(ruleBook, data).map(({ outcome }) => outcome)
  const needsReads = outcomes.some((outcome) => !outcome.ok && outcome.reason === 'needs_reads')
  if (needsReads) return { packings: null, problem: null }
  const packed = outcomes.flatMap((outcome) => (outcome.ok ? [outcome.packed] : []))
  const [refusal] = outcomes
  if (packed.length === 0 && refusal?.ok === false && refusal.reason !== 'needs_reads') {
    return wrong('calldata_refused', `No decoder takes the calldata: ${refusal.message}`)
  }
  return { packings: new Set(packed), problem: null }
}

/** Tells whether the leaf of a combination is what decoders pack for some calldata. */
export function isPacked(
  combination: Combination,
  packings: ReadonlySet<Hex>,
  { tree }: Pick<TreeContext, 'tree'>,
): boolean {
  return combination.permissions.some(({ plain, valued, drone }) => {
    const leaf = tree.leaves[(plain ?? valued)!.slot]!
    const bound = drone === null ? leaf.arguments : leaf.arguments.slice(0, -1)
    return packings.has(packedOf({ ...leaf, arguments: bound }))
  })
}

/** Says which leaf some calldata would need. */
export function unpermittedCalldata(
  { permissions }: Combination,
  packings: ReadonlySet<Hex>,
  { tree }: Pick<TreeContext, 'tree'>,
): Pick<ParameterProblem, 'msg' | 'type' | 'ctx'> {
  const [permission] = permissions
  const leaf = tree.leaves[(permission!.plain ?? permission!.valued)!.slot]!
  const [packed = '0x'] = packings
  const missing = missingLeaf(tree, withPacked(leaf, packed, permission!.drone))
  return {
    type: 'calldata_not_permitted',
    msg: `No leaf permits what the calldata does. ${missing.text}`,
    ctx: missing.facts,
  }
}

function withPacked(leaf: Leaf, packed: Hex, drone: Address | null): Leaf {
  const entries = (packed.slice(2).match(/.{40}/g) ?? []).map((entry) => checksumOf(`0x${entry}`))
  return { ...leaf, arguments: drone === null ? entries : [...entries, leaf.arguments.at(-1)!] }
}
