import { type Facts, isSameAddress } from '@vaultwright/base'
import { isPadding, type Leaf, type LeafTree } from '@vaultwright/manager'

/** The leaf of a tree that differs least from one that is not in it. */
type NearestLeaf = {
  /** From 0. */
  readonly slot: number
  readonly leaf: Leaf
  /** The differences, each as a clause: `the target is 0x… instead of 0x…`. */
  readonly differences: readonly string[]
}

/** The same function of the same account counts most. */
const weights = { selector: 16, target: 8, argument: 2, flag: 1, decoder: 1 } as const

/** Says which leaf is missing and what stands nearest, for a refusal. */
export function missingLeaf(
  tree: LeafTree,
  wanted: Leaf,
): { readonly text: string; readonly facts: Facts } {
  const near = nearestLeaf(tree, wanted)
  const text = `Add this leaf: ${printLeaf(wanted)}. ${
    near === null
      ? 'No leaf calls this account or this function.'
      : `Nearest is slot ${near.slot}: ${near.differences.join(', ')}.`
  }`
  return {
    text,
    facts: {
      missing: factsOf(wanted),
      nearest:
        near === null
          ? null
          : { slot: near.slot, leaf: factsOf(near.leaf), differences: near.differences },
    },
  }
}

/** The earliest of several; null when nothing has the target or the function. */
function nearestLeaf(tree: LeafTree, wanted: Leaf): NearestLeaf | null {
  let best: { slot: number; leaf: Leaf; distance: number } | null = null
  for (const [slot, leaf] of tree.leaves.entries()) {
    if (isPadding(leaf)) continue
    const isRelated = leaf.selector === wanted.selector || isSameAddress(leaf.target, wanted.target)
    if (!isRelated) continue
    const distance = distanceOf(leaf, wanted)
    if (best === null || distance < best.distance) best = { slot, leaf, distance }
  }
  return best === null
    ? null
    : { slot: best.slot, leaf: best.leaf, differences: differencesOf(best.leaf, wanted) }
}

/** Function, target, arguments and value flag on one line. */
function printLeaf(leaf: Leaf): string {
  const bound = leaf.arguments.length === 0 ? 'nothing' : leaf.arguments.join(', ')
  return `${leaf.signature} of ${leaf.target}${leaf.canSendValue ? ' with value' : ''}, binding ${bound}`
}

function factsOf({ target, signature, canSendValue, arguments: bound, decoder }: Leaf): Facts {
  return { target, signature, canSendValue, arguments: bound, decoder }
}

function distanceOf(leaf: Leaf, wanted: Leaf): number {
  const length = Math.max(leaf.arguments.length, wanted.arguments.length)
  let distance = 0
  if (leaf.selector !== wanted.selector) distance += weights.selector
  if (!isSameAddress(leaf.target, wanted.target)) distance += weights.target
  if (leaf.canSendValue !== wanted.canSendValue) distance += weights.flag
  if (!isSameAddress(leaf.decoder, wanted.decoder)) distance += weights.decoder
  for (let index = 0; index < length; index++) {
    if (!isSameAddress(leaf.arguments[index] ?? '', wanted.arguments[index] ?? '')) {
      distance += weights.argument
    }
  }
  return distance
}

function differencesOf(leaf: Leaf, wanted: Leaf): readonly string[] {
  const differences: string[] = []
  const say = (what: string, has: string, wants: string) =>
    differences.push(`${what} is ${has} instead of ${wants}`)
  if (leaf.selector !== wanted.selector) say('the function', leaf.signature, wanted.signature)
  if (!isSameAddress(leaf.target, wanted.target)) say('the target', leaf.target, wanted.target)
  if (leaf.selector === wanted.selector) {
    const length = Math.max(leaf.arguments.length, wanted.arguments.length)
    for (let index = 0; index < length; index++) {
      const has = leaf.arguments[index] ?? 'absent'
      const wants = wanted.arguments[index] ?? 'absent'
      if (!isSameAddress(has, wants)) say(`argument ${index + 1}`, has, wants)
    }
  }
  if (leaf.canSendValue !== wanted.canSendValue) {
    say(
      'it',
      leaf.canSendValue ? 'for calls with value' : 'for calls without value',
      'the other kind',
    )
  }
  if (!isSameAddress(leaf.decoder, wanted.decoder)) say('the decoder', leaf.decoder, wanted.decoder)
  return differences
}
