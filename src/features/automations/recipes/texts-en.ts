import type { RecipesInLanguage } from "./catalogue.ts";

const hello = "{{df_name|default:'Hello'}},";

export const englishRecipes: RecipesInLanguage = {
  welcome: {
    name: "Welcome",
    description: "Welcomes a new subscriber, and after four days shows the shop to those who have not ordered yet.",
    emails: {
      hello: {
        name: "Welcome: first e-mail",
        subject: "Welcome to our shop",
        preheader: "Thank you for subscribing",
        title: "Good to have you here",
        paragraphs: [
          hello,
          "thank you for subscribing. We will write when there is something new that is worth your time, and only then.",
          "If you ever need anything, just reply to this e-mail. A real person reads it.",
        ],
        button: "Visit the shop",
      },
      story: {
        name: "Welcome: about the shop",
        subject: "What people come to us for",
        preheader: "A short guide to the shop",
        title: "Where to start",
        paragraphs: [
          hello,
          "you joined us a few days ago, so here is where it pays to start: have a look at what others order most often.",
          "Not sure what to choose? Tell us what you need and we will help.",
        ],
        button: "Show me the favourites",
      },
    },
  },
  abandoned_cart: {
    name: "Abandoned cart",
    description: "Reminds of a cart after an hour and once more after a day. An order cancels both.",
    emails: {
      reminder: {
        name: "Abandoned cart: reminder",
        subject: "You left something in your basket",
        preheader: "We kept it for you",
        title: "You left something in your basket",
        paragraphs: [
          hello,
          "you did not finish your order. We kept your basket, so you can go on where you stopped.",
          "If something got in the way, reply to this e-mail and we will sort it out together.",
        ],
        button: "Back to the shop",
      },
      last: {
        name: "Abandoned cart: last message",
        subject: "Shall we keep your basket?",
        preheader: "This is our last reminder",
        title: "Still thinking about it?",
        paragraphs: [
          hello,
          "your basket is still waiting, but we cannot set the goods aside for ever.",
          "This is our last reminder. If you want to finish your order, one click is enough.",
        ],
        button: "Finish my order",
      },
    },
  },
  after_purchase: {
    name: "After a purchase",
    description: "Says thank you two hours after an order and tells where to turn to.",
    emails: {
      thanks: {
        name: "After a purchase: thank you",
        subject: "Thank you for your order",
        preheader: "And where to find us, just in case",
        title: "Thank you for your order",
        paragraphs: [
          hello,
          "thank you for choosing us. We are already taking care of your order.",
          "If anything is not as it should be, reply to this e-mail and we will get back to you as soon as we can.",
        ],
        button: "Go to the shop",
      },
    },
  },
  review_request: {
    name: "Review request",
    description: "Asks for a review a week after the delivery. Adjust the order states to those of your shop.",
    emails: {
      review: {
        name: "Review request",
        subject: "How do you like your order?",
        preheader: "It takes a minute",
        title: "How do you like it?",
        paragraphs: [
          hello,
          "your order arrived a week ago, and we would like to know how you are getting on with it.",
          "Write us a few words. They help other customers choose, and they tell us what to improve.",
        ],
        button: "Write a review",
      },
    },
  },
  win_back: {
    name: "Win back",
    description: "Writes to a customer ninety days after the last order, and once more a month later.",
    emails: {
      miss: {
        name: "Win back: first e-mail",
        subject: "It has been a while",
        preheader: "See what is new",
        title: "It has been a while",
        paragraphs: [
          hello,
          "a few months have passed since your last order, and things have changed here in the meantime.",
          "There are new goods, and some older ones are back in stock. Drop in, something may catch your eye.",
        ],
        button: "See what is new",
      },
      last: {
        name: "Win back: second e-mail",
        subject: "Is there anything we can do?",
        preheader: "Just reply to us",
        title: "Is there anything we can do?",
        paragraphs: [
          hello,
          "we would be glad to see you again. If something kept you from ordering, please tell us in a reply to this e-mail.",
          "And if you simply had no time, the shop is open day and night.",
        ],
        button: "Visit the shop",
      },
    },
  },
  birthday: {
    name: "Birthday",
    description: "Sends good wishes on the birthday at nine in the morning.",
    emails: {
      wish: {
        name: "Birthday wishes",
        subject: "Happy birthday!",
        preheader: "Have a wonderful day",
        title: "Happy birthday!",
        paragraphs: [
          hello,
          "we wish you a day that goes well from morning till night, and a year full of what makes you happy.",
          "Thank you for being with us.",
        ],
        button: "Pick a treat",
      },
    },
  },
  name_day: {
    name: "Name day",
    description: "Sends good wishes on the name day at eight in the morning.",
    emails: {
      wish: {
        name: "Name day wishes",
        subject: "Happy name day!",
        preheader: "Today is yours",
        title: "Today is your name day!",
        paragraphs: [
          hello,
          "your name is in the calendar today, so we wish you all the best: good health and good cheer.",
        ],
        button: "Visit the shop",
      },
    },
  },
  re_permission: {
    name: "Re-permission",
    description:
      "Asks the contacts that you add whether they still want your e-mails. Who does not click within fourteen days, nor within seven more after a reminder, is unsubscribed.",
    emails: {
      ask: {
        name: "Re-permission: question",
        subject: "Do you still want our e-mails?",
        preheader: "One click is enough",
        title: "Shall we keep writing to you?",
        paragraphs: [
          hello,
          "you have not opened our e-mails for a while, and that is fine. We just do not want to fill your mailbox for nothing.",
          "If you would like to keep them, click the button and everything stays as it is.",
        ],
        button: "Yes, keep writing",
      },
      last: {
        name: "Re-permission: reminder",
        subject: "We will unsubscribe you in a week",
        preheader: "Unless you click",
        title: "We will unsubscribe you in a week",
        paragraphs: [
          hello,
          "you have not told us yet that you want our e-mails, so we will unsubscribe you in a week.",
          "Would you rather stay? One click on the button is enough.",
        ],
        button: "I want to stay",
      },
    },
  },
};
