import { BaseError } from '@vaultwright/base'

/** A vault of any chain, as it is named. */
type NamedVault = { readonly chain: string; readonly vault: string }

/** A vault has no performance yet. */
export class PerformanceNotFoundError extends BaseError {
  override readonly code = 'performance_not_found'
  override readonly kind = 'not_found'

  constructor({ chain, vault }: NamedVault) {
    super({
      message: `The vault ${vault} has no performance on ${chain} yet. It takes seven days of data.`,
      facts: { chain, vault },
    })
  }
}

/** A vault has no snapshot yet. */
export class SnapshotNotFoundError extends BaseError {
  override readonly code = 'snapshot_not_found'
  override readonly kind = 'not_found'

  constructor({ chain, vault }: NamedVault) {
    super({
      message: `The vault ${vault} has no snapshot on ${chain} yet. Ask again after the next daily run.`,
      facts: { chain, vault },
    })
  }
}
