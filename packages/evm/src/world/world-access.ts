import { Address as EvmAddress } from '@ethereumjs/util'
import { type Address, type Hex, parseHex, printHex } from '@vaultwright/base'
import { interpretedOf } from './overlay-world.ts'
import type { World } from './world-type.ts'

/** Reads a slot as it is in a world, with what was written there. */
export async function readWord(world: World, account: Address, slot: Hex): Promise<bigint> {
  const bytes = await interpretedOf(world).getStorage(addressOf(account), parseHex(slot))
  return bytes.length === 0 ? 0n : BigInt(printHex(bytes))
}

/** Reads the code of an account; `0x` where there is none. */
export async function readCode(world: World, account: Address): Promise<Hex> {
  return printHex(await interpretedOf(world).getCode(addressOf(account)))
}

function addressOf(name: Address): EvmAddress {
  return new EvmAddress(parseHex(name.toLowerCase()))
}
