import headroom from './plugins/headroom.mjs';

export default {
  title: 'Fine-tuning at home',
  url: 'https://docs.example',
  baseUrl: '/',
  onBrokenLinks: 'throw',
  scripts: [{src: 'https://headroom.example/embed.js', defer: true}],
  themes: ['@docusaurus/theme-classic'],
  themeConfig: {
    colorMode: {respectPrefersColorScheme: true},
    navbar: {title: 'Fine-tuning at home'},
  },
  plugins: [
    [
      '@docusaurus/plugin-content-docs',
      {routeBasePath: '/', remarkPlugins: [headroom]},
    ],
  ],
};
