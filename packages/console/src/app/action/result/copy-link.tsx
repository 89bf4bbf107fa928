import { useState } from 'react'
import { Button } from '../../part/button.tsx'

/** Copies the link for signers, and says so. */
export function CopyLink(props: {
  readonly link: string | null
  readonly look: 'plain' | 'primary'
}) {
  const { link, look } = props
  const [note, setNote] = useState('')
  const copy = async (text: string) => {
    try {
      await navigator.clipboard.writeText(text)
      setNote('The link is copied.')
    } catch {
      setNote('The browser does not copy. Open the link, and copy its address.')
    }
  }
  return (
    <>
      <Button
        look={look}
        disabled={link === null}
        onClick={() => (link === null ? null : void copy(link))}
      >
        Copy link for signers
      </Button>
      <span role="status">{note}</span>
    </>
  )
}
