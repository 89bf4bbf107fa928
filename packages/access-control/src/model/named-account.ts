import { type Address, zeroAddress } from '@vaultwright/base'
import type { BridgeTie, ControlAccount } from './state.ts'

/** Lists the accounts that hold a power by what an account says; the zero address may be among them. */
export function namedBy(account: ControlAccount): readonly Address[] {
  switch (account.kind) {
    case 'proxy':
      return [account.admin, ...namedBy(account.behind)]
    case 'forwarder':
      return account.by === null ? [] : [account.by]
    case 'safe':
      return [...account.owners, ...account.modules]
    case 'timelock':
      return [...account.admins, ...account.proposers, ...account.executors, ...account.cancellers]
    case 'authority':
      return [account.auth.owner, account.auth.authority, ...account.roles.keys()]
    case 'contract': {
      const { part, auth } = account
      const strategists = part.of === 'manager' ? part.strategists : []
      const senders = part.of === 'pauser' ? [...part.pausables, ...part.senders.keys()] : []
      const bridge = part.of === 'teller' ? part.bridge : undefined
      return [auth.owner, auth.authority, ...strategists, ...senders, ...bridgeAccounts(bridge)]
    }
    default:
      return []
  }
}

function bridgeAccounts(bridge: BridgeTie | undefined): readonly Address[] {
  if (bridge === undefined) return []
  const { endpoint, delegate, routes } = bridge
  const behind = routes.flatMap(({ library, verifiers }) => [
    library ?? zeroAddress,
    ...(verifiers === null ? [] : [...verifiers.required, ...verifiers.optional]),
  ])
  return [endpoint, delegate ?? zeroAddress, ...behind]
}

/** Lists the contracts that price assets for an account. */
export function pricedBy(account: ControlAccount): readonly Address[] {
  const inner = account.kind === 'proxy' ? account.behind : account
  if (inner.kind !== 'contract' || inner.part.of !== 'accountant') return []
  return [...(inner.part.providers?.values() ?? [])]
}
