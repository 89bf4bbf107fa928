import type { ReadingCheck } from '@vaultwright/check'
import { countText } from '../../part/text/count-text.ts'
import type { AttentionItem } from '../../vault/home/attention.ts'
import type { PermissionCount } from '../permission/permission-row.ts'

/** The facts about a vault on Solana; null for what was not read. */
export type SvmFacts = {
  readonly status: string
  readonly isPaused: boolean | null
  readonly permissions: PermissionCount | null
  readonly checks: readonly ReadingCheck[] | null
  /** Parts that could not be read, as nouns. */
  readonly failures: readonly string[]
}

/** Lists what needs attention, the worst first. */
export function svmAttentionOf(facts: SvmFacts): readonly AttentionItem[] {
  const { status, isPaused, permissions, checks, failures } = facts
  const differing = checks?.filter(({ verdict }) => verdict.answer === 'no').length ?? 0
  const tabLink = (tab: 'performance' | 'permissions' | 'settings') =>
    ({ kind: 'tab', tab }) as const
  const items: readonly (AttentionItem | null)[] = [
    isPaused
      ? {
          tone: 'bad',
          title: 'The vault is paused on chain',
          text: 'deposits and withdrawals are refused',
          link: tabLink('settings'),
        }
      : null,
    differing === 0
      ? null
      : {
          tone: 'bad',
          title: `${countText(differing, 'day')} ${differing === 1 ? 'differs' : 'differ'}`,
          text: 'computed again here from the accounts, with another result',
          link: tabLink('performance'),
        },
    permissions === null || permissions.differing === 0
      ? null
      : {
          tone: 'bad',
          title: `${countText(permissions.differing, 'digest')} on chain ${permissions.differing === 1 ? 'is' : 'are'} different`,
          text: 'the account stores something else than the definition',
          link: tabLink('permissions'),
        },
    permissions === null || permissions.errors === 0
      ? null
      : {
          tone: 'bad',
          title: `${countText(permissions.errors, 'error')} in what is permitted`,
          text: 'found in the digests of the definition',
          link: tabLink('permissions'),
        },
    permissions === null || permissions.warnings === 0
      ? null
      : {
          tone: 'look',
          title: `${countText(permissions.warnings, 'warning')} in what is permitted`,
          text: 'found in the digests of the definition',
          link: tabLink('permissions'),
        },
    permissions === null || permissions.missing === 0
      ? null
      : {
          tone: 'look',
          title: `${countText(permissions.missing, 'digest')} ${permissions.missing === 1 ? 'is' : 'are'} missing`,
          text: 'the authority has not created them',
          link: tabLink('permissions'),
        },
    status === 'active'
      ? null
      : {
          tone: 'look',
          title: `The vault is ${status}`,
          text: 'as the service has it',
          link: tabLink('settings'),
        },
    ...failures.map(
      (what): AttentionItem => ({
        tone: 'look',
        title: `The ${what} cannot be read`,
        text: 'so nothing is said of it here',
        link: tabLink('settings'),
      }),
    ),
  ]
  return items.filter((item) => item !== null)
}
