import { BaseError } from '@vaultwright/base'
import type { StateRef } from '@vaultwright/proof'

/** The state lacks a piece that the run needs. */
export class StateMissingError extends BaseError {
  override readonly code = 'state_missing'
  override readonly kind = 'damaged_data'
  readonly place: StateRef

  constructor(place: StateRef, advice = 'Make the witness again.') {
    const { block, ...fields } = place
    const names = Object.entries({
      ...fields,
      ...(block === undefined ? {} : { block: String(block) }),
    })
    super({
      message: `A piece of the state that the run needs is not there: ${names.map(([name, value]) => `${name} ${value}`).join(', ')}. ${advice}`,
      facts: Object.fromEntries(names),
    })
    this.place = place
  }
}
