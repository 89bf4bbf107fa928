/** The failure of a node; what is set holds until it is cleared, or for a number of times. */
export type ShimFault = {
  readonly kind: FaultKind
  /** Of all methods when left out. */
  readonly methods?: readonly string[]
  /** For ever when left out. */
  readonly times?: number
  /** Of `slow`. */
  readonly delayMs?: number
  /** Of `slot_back`: how far behind an honest node is. */
  readonly slots?: number
  /** Of `lying_slot`: the slot that it answers, whatever it was asked. */
  readonly slot?: number
  /** Of `other_genesis`. */
  readonly genesisHash?: string
}

type FaultKind = HttpFaultKind | AnswerFaultKind
/** Faults of a whole exchange, also of a batch. */
type HttpFaultKind =
  | 'too_many_requests'
  | 'server_error'
  | 'not_json'
  | 'half_body'
  | 'cut'
  | 'slow'
/** Faults of one answer. */
type AnswerFaultKind =
  | 'node_behind'
  | 'version_refused'
  | 'slot_not_reached'
  | 'half_value'
  | 'slot_back'
  | 'lying_slot'
  | 'other_genesis'

export type Faults = {
  set(fault: ShimFault): void
  clear(): void
  /** Takes the fault of a kind that one of the methods meets now, and counts it. */
  take(kind: FaultKind, ...methods: readonly string[]): ShimFault | null
}

export function openFaults(): Faults {
  let active: { readonly fault: ShimFault; left: number }[] = []
  return {
    set(fault) {
      active.push({ fault, left: fault.times ?? Number.POSITIVE_INFINITY })
    },
    clear() {
      active = []
    },
    take(kind, ...methods) {
      const entry = active.find(
        ({ fault, left }) =>
          left > 0 &&
          fault.kind === kind &&
          (fault.methods === undefined || methods.some((name) => fault.methods?.includes(name))),
      )
      if (entry === undefined) return null
      entry.left -= 1
      return entry.fault
    },
  }
}
