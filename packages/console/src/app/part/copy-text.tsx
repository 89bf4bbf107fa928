import { useState } from 'react'
import { Button } from './button.tsx'

/** A button that copies a text and says so. */
export function CopyText({ name, value }: { readonly name: string; readonly value: string }) {
  const [isCopied, copy] = useCopy(value)
  return (
    <Button onClick={copy}>
      {isCopied ? 'Copied' : name}
      <span className="hidden" aria-live="polite">
        {isCopied ? 'Copied' : ''}
      </span>
    </Button>
  )
}

/** Copies a text, and says so for a moment. */
export function useCopy(value: string): readonly [isCopied: boolean, copy: () => Promise<void>] {
  const [isCopied, setCopied] = useState(false)
  const copy = async () => {
    await navigator.clipboard.writeText(value)
    setCopied(true)
    setTimeout(() => setCopied(false), 1_500)
  }
  return [isCopied, copy]
}
