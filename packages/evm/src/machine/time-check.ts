import type { EVM } from '@ethereumjs/evm'
import type { EvmTimer } from '../world/time-limit.ts'
import type { ReplacedOpcode } from './block-context.ts'

/** Loops take at least 11 gas a round: one look at the clock in 11,000 gas. */
const roundsBetweenLooks = 1_024

/**
 * A JUMPDEST that looks at the time now and then. It does nothing else, as everywhere. Every loop passes one,
 * also those that call nothing and read no state.
 */
export function checkedJumpDestination({ checkAndRest }: EvmTimer): ReplacedOpcode {
  let rounds = 0
  return {
    opcode: 0x5b,
    opcodeName: 'JUMPDEST',
    baseFee: 1,
    logicFunction: () => {
      rounds++
      return rounds % roundsBetweenLooks === 0 ? checkAndRest() : undefined
    },
  }
}

/** Looks at the time whenever a call begins or ends, a precompile's too. */
export function checkMessages(evm: EVM, { check, checkAndRest }: EvmTimer): void {
  // The interpreter waits for a listener that takes a second argument.
  const look = (_: unknown, resolve?: () => void) => {
    check()
    checkAndRest().then(resolve, resolve)
  }
  evm.events.on('beforeMessage', look)
  evm.events.on('afterMessage', check)
}
