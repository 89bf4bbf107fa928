import { useEffect, useState } from 'react'
import { type AnnouncedWallet, watchWallets } from './wallet.ts'

/** The wallets of this browser that announced themselves. */
export function useWallets(): readonly AnnouncedWallet[] {
  const [wallets, setWallets] = useState<readonly AnnouncedWallet[]>([])
  useEffect(() => watchWallets(setWallets), [])
  return wallets
}
