import { useQuery } from '@tanstack/react-query'
import { isSameAddress } from '@vaultwright/base'
import { lazy, Suspense, useState } from 'react'
import { Button } from '../../part/button.tsx'
import { Dialog } from '../../part/dialog.tsx'
import { Loading } from '../../part/state.tsx'
import { vaultSafesQuery } from '../../vault/data/vault-safes.ts'
import type { SignerLink } from './signer-link.ts'

const ProposeSheet = lazy(async () => ({
  default: (await import('./propose-sheet.tsx')).ProposeSheet,
}))
const SendSheet = lazy(async () => ({ default: (await import('./send-sheet.tsx')).SendSheet }))

/** The button that hands a batch over: to the queue of a Safe, or to the wallet of a plain account. */
export function SendAct({ signerLink }: { readonly signerLink: SignerLink }) {
  const { place } = signerLink.handOver
  const [isOpen, setOpen] = useState(false)
  const safes = useQuery(vaultSafesQuery({ chain: place.chain, address: place.vault }))
  const close = () => setOpen(false)
  if (safes.data === undefined) return null
  const safe = safes.data.find(({ account }) =>
    isSameAddress(account.safe_address as `0x${string}`, place.strategist),
  )
  const title = safe === undefined ? 'Send with a wallet' : 'Propose to Safe'
  return (
    <>
      <Button onClick={() => setOpen(true)}>{title}</Button>
      <Dialog title={title} isOpen={isOpen} close={close} isDrawer>
        <Suspense fallback={<Loading what="the sheet" lines={6} />}>
          {safe === undefined ? (
            <SendSheet signerLink={signerLink} />
          ) : (
            <ProposeSheet signerLink={signerLink} account={safe.account} />
          )}
        </Suspense>
      </Dialog>
    </>
  )
}
