import { BaseError } from '@vaultwright/base'

/** The part of a wallet that pages talk to. Source: EIP-1193. */
export type WalletProvider = {
  readonly request: (question: {
    readonly method: string
    readonly params?: readonly unknown[]
  }) => Promise<unknown>
}

/** A wallet that announced itself: another program's word. */
export type AnnouncedWallet = {
  readonly id: string
  /** Shown as text. */
  readonly name: string
  readonly domain: string
  /** A `data:` image; null for anything else. */
  readonly icon: string | null
  readonly provider: WalletProvider
}

const maxWallets = 16
const maxIcon = 200_000
const maxName = 40

/**
 * Asks wallets to announce themselves, and tells of each once.
 *
 * Source: EIP-6963.
 *
 * @returns ends listening.
 */
export function watchWallets(show: (wallets: readonly AnnouncedWallet[]) => void): () => void {
  const wallets = new Map<string, AnnouncedWallet>()
  const take = (event: Event) => {
    const wallet = walletIn((event as CustomEvent<unknown>).detail)
    if (wallet === null || wallets.has(wallet.id) || wallets.size >= maxWallets) return
    wallets.set(wallet.id, wallet)
    show([...wallets.values()])
  }
  window.addEventListener('eip6963:announceProvider', take)
  window.dispatchEvent(new Event('eip6963:requestProvider'))
  return () => window.removeEventListener('eip6963:announceProvider', take)
}

/** Reads an announcement; null where it is none. */
export function walletIn(detail: unknown): AnnouncedWallet | null {
  const { info, provider } = Object(detail) as {
    readonly info?: unknown
    readonly provider?: unknown
  }
  const { uuid, name, rdns, icon } = Object(info) as Readonly<Record<string, unknown>>
  if (typeof uuid !== 'string' || typeof name !== 'string' || uuid.length > 100) return null
  if (typeof Object(provider).request !== 'function') return null
  const isImage = typeof icon === 'string' && /^data:image\//.test(icon) && icon.length <= maxIcon
  return {
    id: uuid,
    name: plainText(name) || 'A wallet without a name',
    domain: typeof rdns === 'string' ? plainText(rdns) : '',
    icon: isImage ? icon : null,
    provider: provider as WalletProvider,
  }
}

/** Letters that turn or hide text are left out. */
function plainText(text: string): string {
  return text
    .replace(/[^\p{L}\p{N}\p{P}\p{Zs}\p{S}]/gu, '')
    .trim()
    .slice(0, maxName)
}

/** A person reads and compares on a device: minutes. */
const patienceMs = 180_000

/**
 * Asks a wallet, and waits for minutes, not for ever.
 *
 * @throws {WalletError}
 */
export async function askWallet(
  { provider }: Pick<AnnouncedWallet, 'provider'>,
  method: string,
  params: readonly unknown[] = [],
): Promise<unknown> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new WalletError('silent', method)), patience.ms)
  })
  try {
    return await Promise.race([provider.request({ method, params }), late])
  } catch (error) {
    if (error instanceof WalletError) throw error
    const { code, message } = Object(error) as {
      readonly code?: unknown
      readonly message?: unknown
    }
    const text = typeof message === 'string' ? plainText(message.slice(0, 200)) : ''
    if (code === 4001) throw new WalletError('refused', text)
    if (code === 4902) throw new WalletError('chain_unknown', text)
    throw new WalletError('failed', text)
  } finally {
    clearTimeout(timer)
  }
}

/** Milliseconds that a wallet has; tests shorten it. */
export const patience = { ms: patienceMs }

/**
 * Asks a wallet for its accounts, and for a chain.
 *
 * @returns the accounts, first the chosen one.
 * @throws {WalletError}
 */
export async function connectWallet(
  wallet: AnnouncedWallet,
  chainId: number,
): Promise<readonly string[]> {
  const answer = await askWallet(wallet, 'eth_requestAccounts')
  const accounts = Array.isArray(answer) ? answer.filter(isAddressText) : []
  if (accounts.length === 0) throw new WalletError('no_account', '')
  if ((await chainOfWallet(wallet)) !== chainId) {
    const chain = { chainId: `0x${chainId.toString(16)}` }
    await askWallet(wallet, 'wallet_switchEthereumChain', [chain])
    if ((await chainOfWallet(wallet)) !== chainId)
      throw new WalletError('other_chain', String(chainId))
  }
  return accounts
}

async function chainOfWallet(wallet: AnnouncedWallet): Promise<number> {
  return Number(await askWallet(wallet, 'eth_chainId'))
}

function isAddressText(value: unknown): value is string {
  return typeof value === 'string' && /^0x[0-9a-fA-F]{40}$/.test(value)
}

const texts = {
  refused: 'You refused in the wallet. Nothing was sent.',
  silent:
    'The wallet did not answer for three minutes. Reject the request there before you try again.',
  chain_unknown: 'The wallet does not know the chain. Add it there, and try again.',
  other_chain:
    'The wallet stayed on another chain. Nothing was sent. Change it there, and try again.',
  no_account: 'The wallet gives no account. Unlock it, and allow this page to see one.',
  other_account: 'The chosen account may not do this. Choose another one in the wallet.',
  signed_other:
    'The wallet signed something else, or with another key. Nothing was sent. Do not use this wallet.',
  failed: 'The wallet answers with an error.',
} as const

/** A wallet did not do what it was asked for. */
export class WalletError extends BaseError {
  override readonly code = 'wallet_refused'
  override readonly kind = 'not_permitted'

  constructor(reason: keyof typeof texts, detail: string) {
    super({ message: `${texts[reason]}${detail === '' ? '' : ` (${detail})`}`, facts: { reason } })
  }
}
