import type { Address } from '@vaultwright/base'
import type { ControlAccount } from './state.ts'

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
      return [auth.owner, auth.authority, ...strategists, ...senders]
    }
    default:
      return []
  }
}
