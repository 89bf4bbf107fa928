import type { Hex } from '@vaultwright/base'
import { type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import type { ConsolePage } from './console-page.ts'

/** A question to a wallet, as EIP-1193 has it. */
export type WalletQuestion = { readonly method: string; readonly params: readonly unknown[] }

/** A wallet of a page: a key in this process behind a provider in the page. */
export type PageWallet = {
  /** Answers a question in place of the key; undefined leaves it to the key. */
  readonly answer?: (question: WalletQuestion, account: PrivateKeyAccount) => unknown
  readonly key: Hex
  readonly name: string
  /** Of the chain that the wallet is on at first; default: the local chain. */
  readonly chainId?: number
}

type WalletAnswer = {
  readonly value?: unknown
  readonly error?: { readonly code: number; readonly message: string }
}

const localChainId = 31_337
const icon = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg"/>')}`

/** An error of a wallet, with a code as EIP-1193 numbers them. */
export class WalletRefusal extends Error {
  readonly code: number

  constructor(code: number, message: string) {
    super(message)
    this.code = code
  }
}

/** Puts wallets into a page that announce themselves (EIP-6963). @returns the methods that were asked. */
export async function addWallets(
  { page }: Pick<ConsolePage, 'page'>,
  wallets: readonly PageWallet[],
): Promise<readonly string[]> {
  const methods: string[] = []
  const opened = wallets.map(openWallet)
  await page.exposeFunction(
    'askPageWallet',
    async (index: number, question: WalletQuestion): Promise<WalletAnswer> => {
      methods.push(question.method)
      try {
        return { value: await opened[index]!(question) }
      } catch (error) {
        const { code = -32_000, message } = error as { code?: number; message: string }
        return { error: { code, message } }
      }
    },
  )
  const infos = wallets.map(({ name }, index) => ({
    uuid: `350670db-19fa-4704-a166-e52e178b59${String(index).padStart(2, '0')}`,
    name,
    icon,
    rdns: 'example.wallet',
  }))
  await page.addInitScript((list) => {
    const announce = () => {
      for (const [index, info] of list.entries()) {
        const request = async ({ method, params = [] }: { method: string; params?: unknown[] }) => {
          const ask = Object(window).askPageWallet
          const { value, error } = await ask(index, { method, params })
          if (error) throw Object.assign(new Error(error.message), { code: error.code })
          return value
        }
        const detail = Object.freeze({ info, provider: { request } })
        window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
      }
    }
    window.addEventListener('eip6963:requestProvider', announce)
    announce()
  }, infos)
  return methods
}

function openWallet({ key, answer, chainId: first = localChainId }: PageWallet) {
  const account = privateKeyToAccount(key)
  let chainId = first
  return async (question: WalletQuestion): Promise<unknown> => {
    const { method, params } = question
    const changed = await answer?.(question, account)
    if (changed !== undefined) return changed
    if (method === 'eth_requestAccounts') return [account.address]
    if (method === 'eth_chainId') return `0x${chainId.toString(16)}`
    if (method === 'wallet_switchEthereumChain') {
      chainId = Number((params[0] as { chainId: string }).chainId)
      return null
    }
    if (method === 'eth_signTypedData_v4')
      return account.signTypedData(JSON.parse(params[1] as string))
    throw new WalletRefusal(4200, 'not supported')
  }
}
