import { type Address, BaseError, type Hex, isSameAddress } from '@vaultwright/base'
import { type SignedCall, signedCallsOf } from '@vaultwright/safe'

/** A batch of the Manager inside of something that people sign. */
type ManagerBatch = {
  /** The path: `1.0` is the first call of the second; empty for the whole. */
  readonly path: string
  readonly data: Hex
  /** The called Manager; null if not stated. */
  readonly manager: Address | null
  /** The caller, the strategist: the Safe, timelock or vault around it; null where it is not said. */
  readonly sender: Address | null
}

/** The outer call that a batch was taken from, and its place in there. */
export type SignedAround = Pick<ManagerBatch, 'path' | 'manager' | 'sender'> & {
  readonly call: SignedCall
}

/** The choice of a batch. */
type ManagerBatchChoice = {
  /** Its path; needed where there are several. */
  readonly path: string | undefined
  /** The Manager that decides, where it is known. */
  readonly manager: Address | null
}

/**
 * Finds the one batch of the Manager that is meant.
 *
 * @throws {ManagerBatchError} without one, with several and no path, or when the Manager would not run it.
 * @throws {BaseError} as the layer does whose calls cannot be read: what is behind it is not known.
 */
export function managerBatchIn(
  signed: SignedCall,
  { path, manager }: ManagerBatchChoice,
): ManagerBatch {
  const calls = signedCallsOf(signed).map(({ path: steps, call }) => ({
    path: steps.join('.'),
    call,
  }))
  const unread = calls.find(({ call }) => call.problem !== null)
  if (unread !== undefined) throw unread.call.problem
  const batches = calls.filter(({ call }) => call.kind === 'manager_batch')
  const paths = batches.map((batch) => batch.path)
  if (batches.length === 0) {
    throw new ManagerBatchError(
      'There is no batch of a Manager inside. See what is: calldata decode',
      paths,
    )
  }
  const [only] = path === undefined ? batches : batches.filter((batch) => batch.path === path)
  if (only === undefined) {
    throw new ManagerBatchError(`There is no batch of a Manager at ${path}`, paths)
  }
  if (path === undefined && batches.length > 1) {
    throw new ManagerBatchError(`There are ${batches.length} batches of a Manager inside`, paths)
  }
  assertRun(only.call, manager)
  const { data, to } = only.call
  return { path: only.path, data, manager: to, sender: senderOf(signed, only.path) }
}

/** A layer makes its calls as itself; borrowed code makes them as the account that borrows it. */
function senderOf(signed: SignedCall, path: string): Address | null {
  let layer = signed
  let sender: Address | null = null
  for (const step of path === '' ? [] : path.split('.')) {
    if (layer.kind === 'safe_transaction' || layer.kind === 'safe_batch') {
      sender = layer.facts.safe
    } else if (layer.operation === 'call') {
      sender = layer.to
    }
    layer = layer.children[Number(step)]!
  }
  return sender
}

/** A batch that reaches another account, or brings coin or borrowed code, is not what its calldata says. */
function assertRun({ to, value, operation }: SignedCall, manager: Address | null): void {
  if (operation === 'delegatecall') {
    throw new ManagerBatchError(
      `The batch is a delegate call: the code of ${to} would run as the Safe, not as a Manager`,
      [],
    )
  }
  if (value > 0n) {
    throw new ManagerBatchError(
      `The batch brings ${value} wei, and a Manager takes none: it reverts`,
      [],
    )
  }
  if (to === null || manager === null || isSameAddress(to, manager)) return
  throw new ManagerBatchError(`The batch goes to ${to}, but the Manager is ${manager}`, [])
}

/** Something that people sign has no batch that can be looked at, or several. */
class ManagerBatchError extends BaseError {
  override readonly code = 'manager_batch'
  override readonly kind = 'invalid_input'

  constructor(why: string, paths: readonly string[]) {
    const choice = paths.length === 0 ? '' : ` Choose with --inside: ${paths.join(', ')}.`
    super({ message: `${why}.${choice}`, facts: { why, paths } })
  }
}
