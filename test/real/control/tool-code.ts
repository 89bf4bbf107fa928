import type { Address, Hex } from '@vaultwright/base'
import { encodeAbiParameters, size } from 'viem'

const named = (name: string): Address => `0x${'00'.repeat(16)}${name.padStart(8, '0')}`

/** Contracts of an attacker, at addresses of their own: bytes by hand, so that no compiler stands between. */
export const tools = {
  /** Answers every call with 1: an authority that lets anybody through, a token without value. */
  yes: named('7e5'),
  /** Logs its caller, and answers 1. */
  ping: named('9109'),
  /** A decoder that packs nothing. */
  decoder: named('dec0de'),
  /** A helper of a teller's buffer, which sends the vault to `ping`. */
  helper: named('be19e4'),
  /** New code for a proxy: makes any call of anybody, and answers 1 to every other. */
  anything: named('a11'),
} as const satisfies Readonly<Record<string, Address>>

const returnOne = '600160005260206000f3'
/** CALLDATACOPY from byte 21, CALL of the address in bytes 1 to 20, revert where it does. */
const callBehind = '6015360380601560003760006000826000600060013560601c5af1603a5760006000fd5b00'
const pingCall = encodeAbiParameters(
  [{ type: 'address[]' }, { type: 'bytes[]' }, { type: 'uint256[]' }],
  [[tools.ping], ['0x'], [0n]],
)

/** The code of each tool. */
export const toolCodes: readonly (readonly [Address, Hex])[] = [
  [tools.yes, `0x${returnOne}`],
  // CALLER, size 0, offset 0, LOG1
  [tools.ping, `0x3360006000a1${returnOne}`],
  // An offset and a length of zero: empty bytes.
  [tools.decoder, '0x6020600052600060205260406000f3'],
  // CODECOPY of what stands behind these 12 bytes.
  [
    tools.helper,
    `0x61${size(pingCall).toString(16).padStart(4, '0')}80600c6000396000f3${pingCall.slice(2)}`,
  ],
  // A first byte 0xff: the 20 bytes behind it are called with all that follows.
  [tools.anything, `0x60003560f81c60ff14601657${returnOne}5b${callBehind}`],
]

/** Makes the calldata with which `anything` calls. */
export function throughAnything(target: Address, data: Hex): Hex {
  return `0xff${target.slice(2)}${data.slice(2)}`
}
