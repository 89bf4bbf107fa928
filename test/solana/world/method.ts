import { decodeBase64, parseSvmAddress } from '@vaultwright/svm'
import type { NodeMethod } from '../shim.ts'
import type { Person } from './person.ts'
import type { SolanaWorld } from './solana-world.ts'

/** Control methods of the vault, beside those of the node: `svm_setRate`, `svm_setPaused` and so on. */
export function worldMethodsOf(world: SolanaWorld): Readonly<Record<string, NodeMethod>> {
  const { svm, vaultState, setState, execute, send } = world
  return {
    svm_setRate: ([rate]) => {
      const exchangeRate = BigInt(String(rate))
      const { highWaterMark } = vaultState()
      setState({
        exchangeRate,
        lastUpdateUnix: svm.getClock().unixTimestamp,
        highWaterMark: exchangeRate > highWaterMark ? exchangeRate : highWaterMark,
      })
      return exchangeRate
    },
    svm_setPaused: ([paused]) => {
      setState({ paused: paused === true })
      return paused === true
    },
    svm_setStrategist: ([address]) => {
      setState({ strategist: parseSvmAddress(String(address)) })
      return address
    },
    /** Signs a transaction with the keys of the persons named, and sends it. */
    svm_send: ([base64, names]) => execute(String(base64), namesOf(names)),
    /** Sends one instruction, as answers of the API write it, signed by the persons named. */
    svm_sendInstruction: ([instruction, names]) =>
      send([instructionOf(instruction as WireInstruction)], namesOf(names)),
    svm_balances: () => ({
      lamports: world.lamportsOf(world.subAccount(0)),
      usdc: world.tokensOf(world.subAccount(0), world.mints.usdc),
      wsol: world.tokensOf(world.subAccount(0), world.mints.wsol),
      xusd: world.tokensOf(world.subAccount(0), world.mints.xusd),
    }),
  }
}

type WireInstruction = {
  readonly program: string
  readonly accounts: readonly {
    readonly address: string
    readonly is_signer: boolean
    readonly is_writable: boolean
  }[]
  readonly data_base64: string
}

function instructionOf({ program, accounts, data_base64 }: WireInstruction) {
  return {
    program: parseSvmAddress(program),
    accounts: accounts.map(({ address, is_signer, is_writable }) => ({
      address: parseSvmAddress(address),
      isSigner: is_signer,
      isWritable: is_writable,
    })),
    data: decodeBase64(data_base64),
  }
}

const namesOf = (names: unknown) => (names ?? ['strategist']) as readonly Person[]
