import { type Address, type Digest, type Hex, printHex } from '@vaultwright/base'
import {
  type CalldataVerdict,
  type LeafTree,
  type ProvenRoot,
  provenRootOf,
  type RuleBook,
} from '@vaultwright/manager'
import { rootOf } from '@vaultwright/merkle'
import type { TextStyle } from '../../terminal/style.ts'

/** A root that calldata was made for, where it is another than the one that decides. */
type MadeFor = ProvenRoot & {
  /** The root that decides. */
  readonly expected: Hex
  /** The source of that root. */
  readonly source: 'tree' | 'option' | 'chain'
}

type MadeForOptions = {
  readonly rules: RuleBook
  readonly tree?: LeafTree
  /** The root that decides; the tree's when left out. */
  readonly root?: Digest
  readonly manager?: Address
}

/** Tells whether calldata that is not proven was made for another root; null where that is not known. */
export function madeForOf(
  data: Hex,
  { verdict, calls }: CalldataVerdict,
  { tree, root, ...options }: MadeForOptions,
): Omit<MadeFor, 'source'> | null {
  const digest = root ?? (tree === undefined ? undefined : rootOf(tree.tree))
  const isProven = calls.some(
    ({ path, isProofValid }) => path.length === 1 && isProofValid === true,
  )
  if (verdict === 'proven' || isProven || digest === undefined) return null
  const proven = provenRootOf(data, options)
  const expected = printHex(digest)
  return proven === null || proven.root === expected ? null : { ...proven, expected }
}

/** Prints it as the first thing to know: every reason below follows from it. */
export function* printMadeFor(made: MadeFor | null, style: TextStyle): Iterable<string> {
  if (made === null) return
  const { root, leaves, expected, source } = made
  const place = { tree: 'this tree', option: 'the root given', chain: 'the root on chain' }[source]
  if (leaves > 1) yield style.red(`Made for root ${root}, ${place} is ${expected}.\n`)
  else {
    yield style.yellow(
      `The proof leads to root ${root}, ${place} is ${expected}: made for another tree, or changed.\n`,
    )
  }
  yield '\n'
}
