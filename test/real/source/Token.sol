// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";
import {ERC4626, IERC20} from "@openzeppelin/contracts/token/ERC20/extensions/ERC4626.sol";

/// OpenZeppelin's ERC-20 with a supply for tests.
contract Token is ERC20 {
    uint8 private immutable _digits;

    constructor(string memory symbol_, uint8 digits_) ERC20(symbol_, symbol_) {
        _digits = digits_;
    }

    function decimals() public view override returns (uint8) {
        return _digits;
    }

    function mint(address to, uint256 amount) external {
        _mint(to, amount);
    }
}

/// OpenZeppelin's ERC-4626, as it is.
contract TokenVault is ERC4626 {
    constructor(IERC20 asset_) ERC20("Token vault", "TV") ERC4626(asset_) {}
}

/// Whoever is lent to: it gives back what it was lent, and nothing else.
contract LoanReceiver {
    function receiveFlashLoan(
        IERC20[] calldata tokens,
        uint256[] calldata amounts,
        uint256[] calldata fees,
        bytes calldata
    ) external {
        for (uint256 i = 0; i < tokens.length; i++) {
            tokens[i].transfer(msg.sender, amounts[i] + fees[i]);
        }
    }
}
