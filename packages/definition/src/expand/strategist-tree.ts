import { type Finding, type Hex, isSameAddress, printHex } from '@vaultwright/base'
import { type Accounts, fileOf, type TreeFile } from '@vaultwright/formats'
import { buildLeafTree, type Leaf, type LeafTree } from '@vaultwright/manager'
import { capacityFor, rootOf } from '@vaultwright/merkle'
import { chainIn, type Definition, strategistIn } from '../file/definition.ts'
import { createNameBook } from '../file/name-book.ts'
import { arrange, type LeafOrder, paddingOf } from '../file/order.ts'
import type { ChainDefinition, StrategistDefinition } from '../schema/definition-schema.ts'
import { type LeafListContext, withoutDuplicates } from './leaf-list.ts'

/** Options of the shape of a strategist's tree. */
type StrategistTreeOptions = {
  /** Slots; when not said those of the definition or its order, else the next power of two. */
  readonly capacity?: number
  /** The slots that leaves had in an older tree. */
  readonly order?: LeafOrder
}

/** The tree of a strategist. */
export type StrategistTree = {
  readonly file: TreeFile
  readonly root: Hex
  /** Findings for a person: `flash_loan_root`, `order_vacated`, `order_added`, `order_foreign`. */
  readonly findings: readonly Finding[]
}

const smallestCapacity = 2

/**
 * Builds the tree of a strategist from its leaves.
 *
 * @param definition - the definition that the leaves were made from.
 * @param leaves - as `leavesOfStrategist` or `allLeavesOfStrategist` gave them.
 * @returns the tree, its file, and what is worth knowing.
 * @throws {EmptyTreeError} without a leaf.
 * @throws {InvalidCapacityError} when the leaves do not fit into the capacity.
 */
export function buildStrategistTree(
  definition: Definition,
  leaves: readonly Leaf[],
  options: StrategistTreeOptions & Pick<LeafListContext, 'chain' | 'strategist'>,
): StrategistTree {
  const chain = chainIn(definition, options.chain)
  const strategist = strategistIn(chain, options.strategist)
  const { order } = options
  const arranged =
    order === undefined
      ? { leaves, vacated: [], added: [] }
      : arrange(withoutDuplicates(leaves), order)
  const forced = options.capacity ?? strategist.capacity
  const minimum = Math.max(order?.capacity ?? smallestCapacity, capacityFor(arranged.leaves.length))
  // A tree of empty slots alone is still the tree that its order describes.
  const slots =
    order !== undefined && arranged.leaves.length === 0 ? [paddingOf(order)] : arranged.leaves
  const tree = buildLeafTree(slots, {
    capacity: forced ?? minimum,
    ...(order === undefined ? {} : { padding: paddingOf(order) }),
  })
  return {
    file: fileOf(tree, accountsOf(chain, strategist)),
    root: printHex(rootOf(tree.tree)),
    findings: [
      ...orderFindings(arranged, order),
      ...(hasManagerRoot(chain) ? [] : loanFindings(tree, chain)),
    ],
  }
}

function accountsOf(chain: ChainDefinition, strategist: StrategistDefinition): Accounts {
  const { vault, manager, accountant } = chain
  const lookup = createNameBook(chain).decoderOf(strategist.decoder)
  const decoder = lookup.ok ? lookup.account : null
  return { vault, manager, accountant, decoder }
}

/** The definition says itself what the Manager's own root shall be. */
function hasManagerRoot({ strategists, manager }: ChainDefinition): boolean {
  return strategists.some(
    ({ account }) => account === 'manager' || (account !== null && isSameAddress(account, manager)),
  )
}

/** A flash loan calls the Manager back, and the calls inside are proven against the Manager's own root. */
function loanFindings({ leaves }: LeafTree, { manager }: ChainDefinition): readonly Finding[] {
  const slot = leaves.findIndex(
    (leaf) => leaf.signature.startsWith('flashLoan(') && isSameAddress(leaf.target, manager),
  )
  if (slot < 0) return []
  const message = `The tree permits flash loans: the calls inside one are proven against the root of the Manager itself. Set that root, too: a strategist with address: manager in the definition says which, and tree plan then sets it.`
  return [{ code: 'flash_loan_root', severity: 'info', leaf: slot, message, facts: { manager } }]
}

type SlotChanges = { readonly vacated: readonly number[]; readonly added: readonly number[] }

function orderFindings(
  { vacated, added }: SlotChanges,
  order: LeafOrder | undefined,
): readonly Finding[] {
  const count = order?.slots.filter(({ digest }) => digest !== null).length ?? 0
  if (added.length > 0 && count > 0 && vacated.length === count) {
    const message = `None of the ${leavesText(count)} of the order is made by the definition: it is the order of another tree. Name the right file, or leave order out.`
    const facts = { slots: [...vacated] }
    return [{ code: 'order_foreign', severity: 'warning', leaf: null, message, facts }]
  }
  const findings: Finding[] = []
  if (vacated.length > 0) {
    const empty =
      vacated.length === 1 ? '1 slot of the order is' : `${vacated.length} slots of the order are`
    const message = `${empty} empty: the definition does not make what stood there.`
    const facts = { slots: [...vacated] }
    findings.push({ code: 'order_vacated', severity: 'info', leaf: vacated[0]!, message, facts })
  }
  if (added.length > 0) {
    const message = `The order does not have ${leavesText(added.length)}: added after its slots.`
    const facts = { slots: [...added] }
    findings.push({ code: 'order_added', severity: 'info', leaf: added[0]!, message, facts })
  }
  return findings
}

function leavesText(count: number): string {
  return count === 1 ? '1 leaf' : `${count} leaves`
}
