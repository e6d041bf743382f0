"use strict";
const filter = document.getElementById("filter");
const count = document.getElementById("found");
const items = document.querySelectorAll("nav li");
const articles = [...document.querySelectorAll("article")];
const texts = articles.map((article) => article.textContent.toLowerCase());
filter.parentElement.hidden = false;
filter.addEventListener("input", () => {
  const words = filter.value.toLowerCase().split(/\s+/).filter((word) => word);
  let found = 0;
  articles.forEach((article, index) => {
    const matches = words.every((word) => texts[index].includes(word));
    article.hidden = !matches;
    items[index].hidden = !matches;
    found += Number(matches);
  });
  count.textContent = words.length ? `${found} of ${articles.length}` : "";
});
