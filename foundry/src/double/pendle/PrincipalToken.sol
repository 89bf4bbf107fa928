// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";

/// @notice The principal half; its YT, named once, mints and burns it.
contract PrincipalToken is ERC20 {
    address public immutable SY;
    uint256 public immutable expiry;
    address public immutable owner;
    address public YT;
    uint8 private immutable _decimals;

    constructor(
        address owner_,
        string memory name_,
        string memory symbol_,
        address sy_,
        uint256 expiry_,
        uint8 decimals_
    ) ERC20(name_, symbol_) {
        owner = owner_;
        SY = sy_;
        expiry = expiry_;
        _decimals = decimals_;
    }

    modifier onlyYT() {
        require(msg.sender == YT, "OnlyYT");
        _;
    }

    function initialize(address yt) external {
        require(msg.sender == owner && YT == address(0), "initialize");
        YT = yt;
    }

    function mintByYT(address user, uint256 amount) external onlyYT {
        _mint(user, amount);
    }

    function burnByYT(address user, uint256 amount) external onlyYT {
        _burn(user, amount);
    }

    function isExpired() external view returns (bool) {
        return block.timestamp >= expiry;
    }

    function decimals() public view override returns (uint8) {
        return _decimals;
    }
}
