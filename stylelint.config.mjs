/** What is newer than the browsers of package.json, and what one sees without it (docs/browsers.md). */
const enhancements = {
  'properties.text-size-adjust': 'only the phones that make text larger know it',
  'properties.text-wrap': 'lines break wherever they are full',
  'properties.resize': 'iOS has no corner to drag: the field for notes keeps its height and scrolls',
  'properties.forced-color-adjust': 'browsers without it have no forced colours',
  'at-rules.view-transition': 'the next page comes without a fade',
  'at-rules.media.scripting': 'the build takes these rules out into a sheet that <noscript> asks for',
  'at-rules.media.prefers-reduced-transparency': 'the header stays nine tenths opaque, as for everybody',
  'at-rules.font-face.size-adjust': 'it narrows a face of Linux, which Safari is not on',
}

/** @type {import('stylelint').Config} */
export default {
  plugins: ['stylelint-browser-compat'],
  reportDescriptionlessDisables: true,
  reportNeedlessDisables: true,
  rules: {
    // Safari drops the whole declaration if it also has a thickness: that has a property of its own.
    'declaration-property-value-allowed-list': { 'text-decoration': ['none', 'underline'] },
    // Prefixes are added by the build.
    'plugin/browser-compat': [true, { allow: { prefix: true, partialImplementation: true, features: Object.keys(enhancements) } }],
  },
}
