import { useState } from 'react'
import { Button } from './button.tsx'

/** A button that copies a text and says so. */
export function CopyText({ name, value }: { readonly name: string; readonly value: string }) {
  const [isCopied, setCopied] = useState(false)
  const copy = async () => {
    await navigator.clipboard.writeText(value)
    setCopied(true)
    setTimeout(() => setCopied(false), 1_500)
  }
  return (
    <Button onClick={copy}>
      {isCopied ? 'Copied' : name}
      <span className="hidden" aria-live="polite">
        {isCopied ? 'Copied' : ''}
      </span>
    </Button>
  )
}
