import type { Address } from '@vaultwright/base'
import { etherFi, lido, readPrincipal, readShared, readShares, readWrapped } from './claim-read.ts'
import { balance, coin, type Held, plain, type Reader } from './held.ts'
import type { Moment } from './ledger.ts'
import { readAave, readCompound, readMorpho, readSavings } from './lending-read.ts'
import { readCurve, readUniswap } from './pool-read.ts'

/** The owner of the things, and the day of the history: the possible holdings follow from the roots. */
export type Whose = {
  readonly name: string
  readonly vault: Address
  readonly drone: Address
  /** 1 from the first day, 2 from day 15, 3 from day 30. */
  readonly generation: 1 | 2 | 3
}

/**
 * Reads what a vault of the local chain may have: written down by hand from what happened there.
 *
 * @param moment - the chain at the end of a day.
 * @param whose - the vault.
 * @returns all that is not nothing.
 */
export async function readHoldings(moment: Moment, whose: Whose): Promise<readonly Held[]> {
  const { generation, vault, drone, name } = whose
  const asset = name === 'Local ETH' ? 'WETH' : 'USDC'
  const lists = await Promise.all([
    readCoin(moment, vault),
    ...['WETH', 'USDC'].map((token) => readIdle(moment, vault, token)),
    ...['WETH', 'USDC'].map((token) => readAave(moment, vault, token)),
    readCompound(moment, vault),
    readSavings(moment, vault, asset),
    ...(generation < 2
      ? []
      : [readIdle(moment, vault, 'DAI'), readCurve(moment, vault), readUniswap(moment, vault)]),
    ...(generation < 3
      ? []
      : [
          readIdle(moment, vault, 'SY WETH'),
          readShared(moment, vault, lido),
          readShared(moment, vault, etherFi),
          ...['wstETH', 'weETH'].map((token) => readWrapped(moment, vault, token)),
          ...(name === 'Local ETH' ? ['FEE', 'SKIM', 'HUSH', 'LIE', 'USDT'] : []).map((token) =>
            readIdle(moment, vault, token),
          ),
          readPrincipal(moment, vault),
          readMorpho(moment, vault),
          readShares(moment, vault, name === 'Local ETH' ? 'Local USD' : 'Local ETH'),
          readCoin(moment, drone),
          readIdle(moment, drone, 'WETH'),
          readAave(moment, drone, 'WETH'),
        ]),
  ])
  return lists.flat().filter(({ amount }) => amount !== 0n)
}

async function readCoin(moment: Moment, holder: Address): Promise<readonly Held[]> {
  const { client, block } = moment
  const amount = await client.getBalance({ address: holder, blockNumber: block })
  return [{ protocol: 'idle', asset: coin, amount, ...plain }]
}

const readIdle: Reader = async ({ ask, of }, holder, token) => {
  const amount = (await ask<bigint>(of(token), balance, holder)) ?? 0n
  return [{ protocol: 'idle', asset: of(token), amount, ...plain }]
}
