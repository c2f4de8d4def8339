/** An open ledger, drawn for the dark ground. */
export function LedgerArt() {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 320 220"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d="M160 52C128 34 76 32 28 40V184C76 176 128 178 160 196C192 178 244 176 292 184V40C244 32 192 34 160 52Z" fill="#1b2a41" />
      <path d="M28 48H18V196C72 188 128 190 160 206C192 190 248 188 302 196V48H292" />
      <path d="M160 52V196" />
      <path d="M44 66C84 61 122 63 148 73M44 88C84 83 122 85 148 95M44 110C84 105 122 107 148 117M44 132C84 127 122 129 148 139M44 154C84 149 122 151 148 161M172 73C198 63 236 61 276 66M172 95C198 85 236 83 276 88M172 117C198 107 236 105 276 110M172 139C198 129 236 127 276 132M172 161C198 151 236 149 276 154" stroke="#3a4963" strokeWidth="1" />
      <path d="M116 46C118 90 118 130 116 176M124 47C126 90 126 131 124 177M246 46C244 90 244 130 246 175" stroke="#d9a94e" strokeWidth="1" />
      <path d="M52 60c14-1 28-2 44-1M52 82c10-1 22-1 32-1M52 104c16-1 30-1 46 1M52 126c10-1 18-1 26 0M182 64c14-4 30-6 48-6M182 86c10-3 22-5 36-5M182 130c12-3 28-5 46-5" />
      <path d="M182 108c14-4 30-6 48-6" />
      <path d="M178 104C196 99 216 97 236 98" stroke="#e08a78" />
      <path d="M255 57l4 5l9-11M255 79l4 5l9-11M255 123l4 5l9-11" stroke="#b4c48d" />
      <path d="M160 196V216L166 209L172 216V190" fill="#d9a94e" stroke="#d9a94e" />
    </svg>
  )
}
