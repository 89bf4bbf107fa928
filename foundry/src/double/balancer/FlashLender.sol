// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";

/// @dev What a borrower implements.
interface IFlashLoanRecipient {
    function receiveFlashLoan(
        address[] calldata tokens,
        uint256[] calldata amounts,
        uint256[] calldata feeAmounts,
        bytes calldata userData
    ) external;
}

/// @notice Balancer v2-like flash loans: lent, called back, taken back by looking at the balance.
abstract contract FlashLender {
    using SafeERC20 for IERC20;

    address public immutable owner;
    /// @notice 1e18 is the whole amount.
    uint256 public flashLoanFeePercentage;
    bool private _entered;

    event FlashLoan(
        address indexed recipient, address indexed token, uint256 amount, uint256 feeAmount
    );
    event FlashLoanFeePercentageChanged(uint256 newFlashLoanFeePercentage);

    modifier nonReentrant() {
        require(!_entered, "BAL#400");
        _entered = true;
        _;
        _entered = false;
    }

    constructor(address owner_) {
        owner = owner_;
    }

    function setFlashLoanFeePercentage(uint256 percentage) external {
        require(msg.sender == owner, "BAL#401");
        require(percentage <= 0.01e18, "BAL#601");
        flashLoanFeePercentage = percentage;
        emit FlashLoanFeePercentageChanged(percentage);
    }

    function flashLoan(
        address recipient,
        address[] calldata tokens,
        uint256[] calldata amounts,
        bytes calldata userData
    ) external virtual nonReentrant {
        require(tokens.length == amounts.length, "BAL#103");
        uint256[] memory feeAmounts = new uint256[](tokens.length);
        uint256[] memory before = new uint256[](tokens.length);
        for (uint256 i = 0; i < tokens.length; i++) {
            require(tokens[i] > (i == 0 ? address(0) : tokens[i - 1]), "BAL#101");
            before[i] = IERC20(tokens[i]).balanceOf(address(this));
            feeAmounts[i] =
                Math.mulDiv(amounts[i], flashLoanFeePercentage, 1e18, Math.Rounding.Ceil);
            require(before[i] >= amounts[i], "BAL#528");
            IERC20(tokens[i]).safeTransfer(recipient, amounts[i]);
        }
        IFlashLoanRecipient(recipient)
            .receiveFlashLoan(tokens, amounts, feeAmounts, _handOver(userData));
        for (uint256 i = 0; i < tokens.length; i++) {
            uint256 afterwards = IERC20(tokens[i]).balanceOf(address(this));
            require(afterwards >= before[i], "BAL#515");
            require(afterwards - before[i] >= feeAmounts[i], "BAL#602");
            emit FlashLoan(recipient, tokens[i], amounts[i], afterwards - before[i]);
        }
    }

    /// @dev The bytes the borrower is called back with.
    function _handOver(bytes calldata userData) internal virtual returns (bytes memory);
}
