import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Button } from '../button.tsx'
import { Failure } from '../state.tsx'
import { useWallets } from './use-wallets.ts'
import styles from './wallet.module.css'
import type { AnnouncedWallet } from './wallet.ts'

/** A button that asks a wallet; of several wallets one is chosen first. */
export function WalletAct(props: {
  /** On the button. */
  readonly action: string
  readonly isReady: boolean
  readonly work: (wallet: AnnouncedWallet) => Promise<unknown>
  /** Beside the button, such as a link to where it can be done without a wallet here. */
  readonly children?: ReactNode
}) {
  const { action, isReady, work, children } = props
  const wallets = useWallets()
  const [isChoosing, setChoosing] = useState(false)
  const mutation = useMutation({ mutationFn: work })
  const ask = (wallet: AnnouncedWallet) => {
    setChoosing(false)
    mutation.mutate(wallet)
  }
  const start = () => {
    const [first, ...further] = wallets
    if (first !== undefined && further.length === 0) ask(first)
    else setChoosing(true)
  }
  return (
    <div className={styles.act}>
      {isChoosing && wallets.length > 0 ? (
        <ul className={styles.wallets} aria-label="Wallets of this browser">
          {wallets.map((wallet) => (
            <li key={wallet.id}>
              <Button disabled={!isReady || mutation.isPending} onClick={() => ask(wallet)}>
                {wallet.icon === null ? null : <img src={wallet.icon} alt="" />}
                {wallet.name}
                {wallet.domain === '' ? '' : ` (${wallet.domain})`}
              </Button>
            </li>
          ))}
        </ul>
      ) : (
        <Button look="primary" disabled={!isReady || mutation.isPending} onClick={start}>
          {action}
        </Button>
      )}
      <p role="status">
        {mutation.isPending
          ? 'The wallet is asked. Compare there before you confirm.'
          : isChoosing && wallets.length === 0
            ? 'No wallet of this browser announced itself. Unlock or install one, and load the page again.'
            : ''}
      </p>
      <Failure title="It was not done" error={mutation.error} />
      {children}
    </div>
  )
}
